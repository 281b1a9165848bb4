// Public tests of fix_matrix_walk: the sums are right, and the walk stays on a page while it is there.
#include "fix_matrix_walk.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "harness/exercise/expect.hpp"
#include "page_walk.hpp"

namespace {

using fix_matrix_walk::column_sums;
using Matrix = std::vector<std::uint32_t>;
using Sums = std::vector<std::uint64_t>;

TEST(ColumnSums, OfASmallMatrix) {
    EXPECT_ANSWER(column_sums(Matrix{1, 2, 3,  //
                                     10, 20, 30},
                              3),
                  (Sums{11, 22, 33}));
    EXPECT_ANSWER(column_sums(Matrix{1, 2, 3, 10, 20, 30}, 2), (Sums{1 + 3 + 20, 2 + 10 + 30}));
}

TEST(ColumnSums, OfOneRowOneColumnOrOneElement) {
    EXPECT_ANSWER(column_sums(Matrix{5, 6, 7}, 3), (Sums{5, 6, 7}));
    EXPECT_ANSWER(column_sums(Matrix{5, 6, 7}, 1), (Sums{18}));
    EXPECT_ANSWER(column_sums(Matrix{9}, 1), (Sums{9}));
}

TEST(ColumnSums, WithoutRowsAreZero) { EXPECT_ANSWER(column_sums(Matrix{}, 4), (Sums{0, 0, 0, 0})); }

TEST(ColumnSums, AreLargerThan32Bits) {
    const Matrix matrix(6, UINT32_MAX);
    EXPECT_ANSWER(column_sums(matrix, 2), (Sums{3ULL * UINT32_MAX, 3ULL * UINT32_MAX}));
}

TEST(ColumnSums, OfManyShapes) {
    // In element (row, column) stands 1000 × column + row, so that a sum says which elements it was made of.
    for (const std::size_t columns : {1U, 2U, 3U, 7U, 8U, 15U, 16U, 17U, 33U, 100U}) {
        for (const std::size_t rows : {1U, 2U, 3U, 7U, 8U, 9U, 16U, 17U, 31U, 64U, 65U}) {
            Matrix matrix;
            for (std::size_t row = 0; row < rows; ++row) {
                for (std::size_t column = 0; column < columns; ++column) {
                    matrix.push_back(static_cast<std::uint32_t>(1000 * column + row));
                }
            }
            Sums expected;
            for (std::size_t column = 0; column < columns; ++column) {
                expected.push_back(1000 * column * rows + rows * (rows - 1) / 2);
            }
            const ::expect::Given given("rows ", rows, ", columns ", columns,
                                        ", element 1000 * column + row");
            EXPECT_ANSWER(column_sums(matrix, columns), expected);
        }
    }
}

TEST(ColumnSums, OfWhatIsNoMatrixAreRefused) {
    EXPECT_ANSWER(column_sums(Matrix{1, 2, 3}, 3),
                  (Sums{1, 2, 3}));  // to refuse everything is no answer either
    EXPECT_REFUSED(column_sums(Matrix{1, 2, 3}, 2));
    EXPECT_REFUSED(column_sums(Matrix{1, 2, 3}, 4));
    EXPECT_REFUSED(column_sums(Matrix{1, 2, 3}, 0));
    EXPECT_REFUSED(column_sums(Matrix{}, 0));
}

// Each row of this matrix is one page, and a page not in use is closed; page_walk.hpp says how that is done.
TEST(Walk, LeavesAPageSeldom) {
    constexpr std::size_t rows = 64;
    page_walk::ClosedRows closed(rows);
    const auto columns = closed.columns();
    const auto matrix = closed.elements();
    Sums expected(columns);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        matrix[i] = static_cast<std::uint32_t>(i * 2654435761U);
        expected[i % columns] += matrix[i];
    }
    const auto most = matrix.size() / 8;
    Sums came;
    const auto pages_opened = closed.count(most, [&] { came = column_sums(matrix, columns); });
    if (pages_opened > most) {
        ADD_FAILURE() << "input     " << rows << " rows of " << columns
                      << " elements, each row one page of memory\n"
                      << "expected  a walk that goes to another page at most " << most << " times in "
                      << matrix.size() << " elements (along the rows it is " << rows << " times)\n"
                      << "came      more than that: nearly every access is in another row than the one "
                         "before. The sums\n"
                      << "          are right, and each of them fetches a whole line of memory for 4 bytes.";
    }
    const ::expect::Given given("rows ", rows, ", columns ", columns);
    EXPECT_ANSWER(came, expected);
}

}  // namespace
