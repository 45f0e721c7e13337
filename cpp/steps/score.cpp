#include "score.h"

#include "dot.h"

namespace heed::steps {

void score(ConstRow query, const ConstTensor& keys, std::int64_t batch, std::int64_t head, FloatRow scores) {
  for (std::int64_t key = 0; key < scores.size; ++key)
    scores[key] = static_cast<float>(dot(query, keys.row(batch, head, key)));
}

}  // namespace heed::steps
