// A matrix that is walked the wrong way: the interface; you don't edit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fix_matrix_walk {

// The sum of each column of a matrix, `columns` sums in all.
// The matrix is stored by rows: element (row, column) is matrix[row * columns + column], 4 bytes each. It has
// matrix.size() / columns rows; with no rows every sum is 0. No sum overflows: there are fewer than 2^32 rows.
// Refused: no columns; a size that is not a whole number of rows. Throw std::invalid_argument.
std::vector<std::uint64_t> column_sums(std::span<const std::uint32_t> matrix, std::size_t columns);

}  // namespace fix_matrix_walk
