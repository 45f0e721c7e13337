// Becomes a libembind.a that is found before Emscripten's own. That one registers every type that JavaScript could ask
// for, with printf to name them, and weighs as much as a third of the core. The bindings use numbers alone.
#include <emscripten/bind.h>

extern "C" {

// Only for Embind's message about a type that was never registered, which a first call in any test would show.
const char* __getTypeName(const std::type_info*) { return nullptr; }

// Workers run C++ alone: they need no bindings, so nothing is kept for them.
void _embind_register_bindings(emscripten::internal::InitFunc*) {}
void _embind_initialize_bindings() {}

}  // extern "C"
