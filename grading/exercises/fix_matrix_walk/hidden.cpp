// Hidden tests of fix_matrix_walk: the sums of drawn matrices, and the cost of a walk in simulated cache misses.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "grading/exercises/fix_matrix_walk/functions.hpp"
#include "grading/proxy/judge.hpp"

namespace {

std::vector<std::uint32_t> random_matrix(grading::Draw& draw, std::size_t rows, std::size_t columns) {
    std::vector<std::uint32_t> matrix(rows * columns);
    for (auto& element : matrix) element = static_cast<std::uint32_t>(draw.next());
    return matrix;
}

void compare(grading::Draw& draw, std::int64_t most_rows, std::int64_t most_columns) {
    const auto rows = static_cast<std::size_t>(draw.between(1, most_rows));
    const auto columns = static_cast<std::size_t>(draw.between(1, most_columns));
    const auto matrix = random_matrix(draw, rows, columns);
    EXPECT_EQ(student::column_sums(matrix, columns), reference::column_sums(matrix, columns))
        << rows << " rows of " << columns << " columns";
}

TEST(ColumnSums, SmallShapes) {
    grading::for_each_case(40, [](grading::Draw& draw) { compare(draw, 20, 20); });
}

TEST(ColumnSums, WideAndTall) {
    grading::for_each_case(6, [](grading::Draw& draw) { compare(draw, 3, 5000); });
    grading::for_each_case(6, [](grading::Draw& draw) { compare(draw, 5000, 3); });
}

TEST(ColumnSums, LargeElements) {
    grading::for_each_case(4, [](grading::Draw& draw) {
        const auto columns = static_cast<std::size_t>(draw.between(1, 9));
        const auto rows = static_cast<std::size_t>(draw.between(2, 500));
        const std::vector<std::uint32_t> matrix(rows * columns, UINT32_MAX);
        EXPECT_EQ(student::column_sums(matrix, columns), std::vector<std::uint64_t>(columns, rows * std::uint64_t{UINT32_MAX}));
    });
}

TEST(ColumnSums, NoRows) {
    grading::for_each_case(2, [](grading::Draw& draw) {
        const auto columns = static_cast<std::size_t>(draw.between(1, 50));
        EXPECT_EQ(student::column_sums({}, columns), std::vector<std::uint64_t>(columns));
    });
}

TEST(ColumnSums, Refusals) {
    grading::for_each_case(6, [](grading::Draw& draw) {
        const auto columns = static_cast<std::size_t>(draw.between(2, 30));
        const auto left_over = static_cast<std::size_t>(draw.between(1, static_cast<std::int64_t>(columns) - 1));
        const std::vector<std::uint32_t> matrix(columns * draw.below(4) + left_over);
        // A function that throws whatever it is asked gets nothing here.
        const std::vector<std::uint32_t> row(columns, 7);
        EXPECT_EQ(student::column_sums(row, columns), std::vector<std::uint64_t>(columns, 7));
        EXPECT_THROW(student::column_sums(matrix, columns), std::invalid_argument);
        EXPECT_THROW(student::column_sums(matrix, 0), std::invalid_argument);
    });
    EXPECT_THROW(student::column_sums({}, 0), std::invalid_argument);
}

// 4 MB in rows of about 4,000 bytes: more rows than the first-level cache has lines, so a walk down the columns
// finds none of them again. The odd width keeps the rows off a power of two.
TEST(Cost, Work) {
    grading::Draw draw = grading::draw("cost");
    const std::size_t columns = 1000 + 1 + 2 * static_cast<std::size_t>(draw.below(8));
    const auto matrix = random_matrix(draw, 1000, columns);
    EXPECT_EQ(student::column_sums(matrix, columns), reference::column_sums(matrix, columns));
}

}  // namespace
