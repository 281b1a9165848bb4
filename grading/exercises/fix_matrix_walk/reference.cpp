// Reference solution of fix_matrix_walk: along the rows, one running sum for each column.
#include "fix_matrix_walk.hpp"

#include <stdexcept>

namespace fix_matrix_walk {

std::vector<std::uint64_t> column_sums(std::span<const std::uint32_t> matrix, std::size_t columns) {
    if (columns == 0 || matrix.size() % columns != 0) {
        throw std::invalid_argument("the matrix is not a whole number of rows");
    }
    const std::size_t rows = matrix.size() / columns;
    std::vector<std::uint64_t> sums(columns);  // 8 bytes a column: it stays in the cache while the rows go by
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            sums[column] += matrix[row * columns + column];
        }
    }
    return sums;
}

}  // namespace fix_matrix_walk
