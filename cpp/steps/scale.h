// scale: every score times one number, 1/sqrt(d) unless given. `scaled` may be `scores`.
#pragma once
#include "../views.h"

namespace heed::steps {

// The variance of q . k is d for independent entries of mean 0 and variance 1; 1/sqrt(d) brings it back to 1.
double default_scale(std::int64_t key_width);

void scale(ConstRow scores, double factor, FloatRow scaled);

}  // namespace heed::steps
