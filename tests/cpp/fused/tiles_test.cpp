// The register tiles and their layouts around every edge: against float64, and never past a buffer.
#include "fused/tiles.h"

#include "support.h"

using namespace heed::fused;
using namespace support;

namespace {

std::vector<float> room(std::int64_t floats, float filler) {
  return std::vector<float>(static_cast<std::size_t>(floats), filler);
}

const float& at(const std::vector<float>& numbers, std::int64_t index) {
  return numbers[static_cast<std::size_t>(index)];
}

}  // namespace

TEST_CASE("tiles: queries and keys of any count and width are packed, and the missing ones are 0") {
  Random random(71);
  for (const std::int64_t width : {0, 1, 3, 4, 5, 8, 64, 130})
    for (const std::int64_t count : {1, 2, 3, 4, 5, 7, 8, 9, 17, 33}) {
      CAPTURE(width);
      CAPTURE(count);
      const Floats keys = random_floats(random, 2, 3, count, width);
      std::vector<float> packed = room(padded(count) * width + 1, kNan);
      pack_keys(keys, 1, 2, 0, count, packed.data());
      std::int64_t wrong = 0;
      for (std::int64_t key = 0; key < padded(count); ++key)
        for (std::int64_t column = 0; column < width; ++column) {
          const float want = key < count ? keys.view.at(1, 2, key, column) : 0;
          wrong += at(packed, (key / kPanelWidth * width + column) * kPanelWidth + key % kPanelWidth) != want;
        }
      CHECK(wrong == 0);
      CHECK(std::isnan(packed.back()));

      heed::ConstRow rows[4];
      const std::int64_t there = std::min<std::int64_t>(count, 4);
      for (std::int64_t row = 0; row < there; ++row) rows[row] = heed::ConstTensor(keys).row(0, 0, row);
      packed = room(4 * width + 1, kNan);
      pack_queries(rows, there, width, packed.data());
      for (std::int64_t row = 0; row < 4; ++row)
        for (std::int64_t column = 0; column < width; ++column)
          wrong += at(packed, column * 4 + row) != (row < there ? keys.view.at(0, 0, row, column) : 0);
      CHECK(wrong == 0);
      CHECK(std::isnan(packed.back()));
    }
}

TEST_CASE("tiles: values of any width are packed, with 0 for those missing and those not finite, which are told") {
  Random random(72);
  for (const std::int64_t width : {1, 3, 7, 8, 9, 16, 17, 80})
    for (const bool turned : {false, true})
      for (const float odd : {1.0f, kNan, kInfinity, -kInfinity}) {
        CAPTURE(width);
        CAPTURE(odd);
        Floats wide = random_floats(random, 1, 1, turned ? width : 5, turned ? 5 : width);
        heed::ConstTensor values = wide;
        if (turned) {
          std::swap(values.size[2], values.size[3]);
          std::swap(values.stride[2], values.stride[3]);
        }
        wide.data[static_cast<std::size_t>(random.whole(0, 5 * width - 1))] = odd;
        const std::int64_t stride = 6 * kPanelWidth;
        std::vector<float> packed = room(panels(width) * stride, -77);
        CHECK(pack_values(values, 0, 0, 0, 5, stride, packed.data()) == (odd == 1.0f));
        std::int64_t wrong = 0;
        for (std::int64_t key = 0; key < 6; ++key)
          for (std::int64_t column = 0; column < padded(width); ++column) {
            const float value = key < 5 && column < width ? values.at(0, 0, key, column) : 0;
            const float want = key == 5 ? -77 : std::isfinite(value) ? value : 0;
            wrong += at(packed, column / kPanelWidth * stride + key * kPanelWidth + column % kPanelWidth) != want;
          }
        CHECK(wrong == 0);
      }
}

TEST_CASE("tiles: scores are scale * (q . k) at every width, added up in runs of 128") {
  Random random(73);
  for (const std::int64_t width : {0, 1, 2, 5, 64, 127, 128, 129, 256, 300}) {
    CAPTURE(width);
    const Floats queries = random_floats(random, 1, 1, width, 4),
                 keys = random_floats(random, 1, 1, width, kPanelWidth);
    std::vector<float> scores = room(4 * kBlockKeys, -77);
    score_tile(queries.data.data(), keys.data.data(), width, 0.5f, scores.data());
    for (std::int64_t row = 0; row < 4; ++row)
      for (std::int64_t key = 0; key <= kPanelWidth; ++key) {
        double want = 0, size = 0;
        for (std::int64_t column = 0; key < kPanelWidth && column < width; ++column) {
          const double product = double{queries.view.at(0, 0, column, row)} * double{keys.view.at(0, 0, column, key)};
          want += product / 2;
          size += std::fabs(product / 2);
        }
        const double got = at(scores, row * kBlockKeys + key);
        CHECK((key == kPanelWidth ? got == -77 : std::fabs(got - want) <= 0x1p-22 * size));
      }
  }
}

TEST_CASE("tiles: a blend shrinks what was there and adds the weighted values, for any number of keys") {
  Random random(74);
  for (const auto& [first, end] : std::initializer_list<std::pair<std::int64_t, std::int64_t>>{
           {0, 0}, {0, 1}, {7, 8}, {0, 31}, {31, 33}, {32, 64}, {5, 127}, {0, 128}}) {
    CAPTURE(first);
    CAPTURE(end);
    const Floats weights = random_floats(random, 1, 1, 4, kBlockKeys),
                 values = random_floats(random, 1, 1, end, kPanelWidth);
    const Floats before = random_floats(random, 1, 1, 4, 2 * kPanelWidth);
    const float shrink[] = {0, 1, 0.5f, 0.25f};
    std::vector<float> blended = before.data;
    blend_tile(weights.data.data(), values.data.data(), first, end, shrink, blended.data(), 2 * kPanelWidth);
    for (std::int64_t row = 0; row < 4; ++row)
      for (std::int64_t column = 0; column < 2 * kPanelWidth; ++column) {
        double want = double{before.view.at(0, 0, row, column)}, size = 0;
        if (column < kPanelWidth) want *= double{shrink[row]};
        for (std::int64_t key = first; column < kPanelWidth && key < end; ++key) {
          const double product = double{weights.view.at(0, 0, row, key)} * double{values.view.at(0, 0, key, column)};
          want += product;
          size += std::fabs(product);
        }
        CHECK(std::fabs(at(blended, row * 2 * kPanelWidth + column) - want) <= 0x1p-22 * (size + std::fabs(want)));
      }
  }
}

TEST_CASE("tiles: products are added up from the first to the last, run by run, however many lanes there are") {
  Random random(76);
  const auto add = [](float a, float b, float sum) { return multiply_add(all4(a), all4(b), all4(sum))[0]; };
  const Floats rows = random_floats(random, 1, 1, 300, kBlockKeys),
               panel = random_floats(random, 1, 1, 300, kPanelWidth);
  const float shrink[] = {0.5f, 0.5f, 0.5f, 0.5f};
  std::vector<float> scores = room(4 * kBlockKeys, 0), blended = room(4 * kPanelWidth, 0.25f);
  score_tile(rows.data.data(), panel.data.data(), 300, 0.3f, scores.data());
  blend_tile(rows.data.data(), panel.data.data(), 5, 128, shrink, blended.data(), kPanelWidth);
  std::int64_t wrong = 0;
  for (std::int64_t row = 0; row < 4; ++row)
    for (std::int64_t column = 0; column < kPanelWidth; ++column) {
      float score = 0, blend = 0;
      for (std::int64_t first = 0; first < 300; first += kBlockKeys) {
        float run = 0;
        for (std::int64_t i = first; i < std::min<std::int64_t>(300, first + kBlockKeys); ++i)
          run = add(at(rows.data, i * kTileRows + row), panel.view.at(0, 0, i, column), run);
        score += run;
      }
      for (std::int64_t first = 5; first < 128; first = end_of_run(first)) {
        float run = 0;
        for (std::int64_t i = first; i < end_of_run(first); ++i)
          run = add(rows.view.at(0, 0, row, i), panel.view.at(0, 0, i, column), run);
        blend += run;
      }
      wrong += at(scores, row * kBlockKeys + column) != score * 0.3f;
      wrong += at(blended, row * kPanelWidth + column) != add(0.5f, 0.25f, blend);
    }
  CHECK(wrong == 0);
}
