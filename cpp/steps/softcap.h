// softcap: bends every score into (-cap, cap), cap * tanh(s / cap). `capped` may be `scaled`. cap must be above 0.
#pragma once
#include "../views.h"

namespace heed::steps {

void softcap(ConstRow scaled, double cap, FloatRow capped);

}  // namespace heed::steps
