// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/shape.hpp"

#include <fmt/core.h>

#include <functional>

#include "host/base/text.hpp"

namespace stencil {
namespace {

// Replaces every shape by one for each value.
template <typename T>
void multiply(std::vector<Shape>& shapes, const std::vector<T>& values,
              const std::function<void(Shape&, const T&)>& set) {
  std::vector<Shape> product;
  product.reserve(shapes.size() * values.size());
  for (const Shape& shape : shapes) {
    for (const T& value : values) {
      product.push_back(shape);
      set(product.back(), value);
    }
  }
  shapes = std::move(product);
}

}  // namespace

std::vector<Shape> combine(const ShapeLists& lists) {
  std::vector<Shape> shapes(1);
  shapes.front().kernel = lists.kernel;
  multiply<std::string>(shapes, lists.configs, [](Shape& shape, const auto& value) { shape.config = value; });
  multiply<Schedule>(shapes, lists.schedules,
                     [](Shape& shape, const auto& value) { shape.scheme.how.schedule = value; });
  multiply<Blocking>(shapes, lists.blockings,
                     [](Shape& shape, const auto& value) { shape.scheme.how.blocking = value; });
  multiply<std::int64_t>(shapes, lists.cols, [](Shape& shape, const auto& value) { shape.cols = value; });
  multiply<std::int64_t>(shapes, lists.portions, [](Shape& shape, const auto& value) { shape.scheme.portion = value; });
  multiply<std::int64_t>(shapes, lists.niters, [](Shape& shape, const auto& value) { shape.scheme.interval = value; });
  multiply<std::int64_t>(shapes, lists.blocks,
                         [](Shape& shape, const auto& value) { shape.rows = shape.scheme.portion * value; });
  return shapes;
}

std::string readable(const Shape& shape) {
  return fmt::format("{} {} {}: {} x {} in blocks of {}, {}", shape.config, name_of(shape.scheme.how.schedule),
                     name_of(shape.scheme.how.blocking), with_commas(shape.rows), with_commas(shape.cols),
                     counted(shape.scheme.portion, "row"), counted(shape.scheme.interval, "sweep"));
}

}  // namespace stencil
