// A view is a pointer with sizes and strides. It owns nothing and checks nothing; heed.h says who must outlive whom.
#pragma once
#include <cstdint>
#include <type_traits>

namespace heed {

// One row of a view: `size` elements that lie `stride` apart.
template <class Element>
struct Row {
  Element* data = nullptr;
  std::int64_t size = 0;
  std::int64_t stride = 1;

  Element& operator[](std::int64_t index) const { return data[index * stride]; }
  operator Row<const Element>() const
    requires(!std::is_const_v<Element>)
  {
    return {data, size, stride};
  }
};

// Four axes for every tensor: batch, head, row, column. A tensor of rank 2 or 3 has size 1 on the axes it lacks.
// Strides are counted in elements. A stride of 0 repeats one element along an axis: that is how a mask broadcasts.
template <class Element>
struct View {
  Element* data = nullptr;
  std::int64_t size[4] = {0, 0, 0, 0};
  std::int64_t stride[4] = {0, 0, 0, 0};

  Element& at(std::int64_t batch, std::int64_t head, std::int64_t row, std::int64_t column) const {
    return data[batch * stride[0] + head * stride[1] + row * stride[2] + column * stride[3]];
  }
  Row<Element> row(std::int64_t batch, std::int64_t head, std::int64_t row_index) const {
    return {data + (batch * stride[0] + head * stride[1] + row_index * stride[2]), size[3], stride[3]};
  }
  std::int64_t count() const { return size[0] * size[1] * size[2] * size[3]; }
  operator View<const Element>() const
    requires(!std::is_const_v<Element>)
  {
    return {data, {size[0], size[1], size[2], size[3]}, {stride[0], stride[1], stride[2], stride[3]}};
  }
};

using FloatRow = Row<float>;
using ConstRow = Row<const float>;
using Tensor = View<float>;
using ConstTensor = View<const float>;
using ConstMask = View<const std::uint8_t>;
using ConstMaskRow = Row<const std::uint8_t>;

// A contiguous, row-major view.
template <class Element>
constexpr View<Element> row_major(Element* data, std::int64_t batch, std::int64_t heads, std::int64_t rows,
                                  std::int64_t columns) {
  return {data, {batch, heads, rows, columns}, {heads * rows * columns, rows * columns, columns, 1}};
}

// The same elements seen with sizes at least 1 stretched over `size`: an axis of size 1 repeats its element.
template <class Element>
View<Element> broadcast(View<Element> view, const std::int64_t (&size)[4]) {
  for (int axis = 0; axis < 4; ++axis) {
    if (view.size[axis] == 1) view.stride[axis] = 0;
    view.size[axis] = size[axis];
  }
  return view;
}

}  // namespace heed
