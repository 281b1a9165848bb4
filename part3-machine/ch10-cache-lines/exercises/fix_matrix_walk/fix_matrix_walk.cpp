// A matrix that is walked the wrong way: right answers, one line of memory fetched for every element.
#include "fix_matrix_walk.hpp"

#include <stdexcept>

namespace fix_matrix_walk {

// ---- Edit from here … ----

std::vector<std::uint64_t> column_sums(std::span<const std::uint32_t> matrix, std::size_t columns) {
    if (columns == 0 || matrix.size() % columns != 0) {
        throw std::invalid_argument("the matrix is not a whole number of rows");
    }
    const std::size_t rows = matrix.size() / columns;
    std::vector<std::uint64_t> sums(columns);
    for (std::size_t column = 0; column < columns; ++column) {
        std::uint64_t sum = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            sum += matrix[row * columns + column];
        }
        sums[column] = sum;
    }
    return sums;
}

// ---- … to here. ----

}  // namespace fix_matrix_walk
