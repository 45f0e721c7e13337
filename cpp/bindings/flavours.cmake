# The wasm flavours: scalar, simd128 and relaxed of the core and of the lab's core, each as core.mjs and core.wasm in
# build/wasm/heed/<flavour>/ and build/wasm/lab/<flavour>/. Threads are left out: they come with their own entry.

set(wasm_compile_options -O3 -fno-exceptions -fno-rtti)

# The glue gets its bytes and its memory from the loader, so one file serves every flavour and environment.
set(wasm_link_options
  --no-entry -lembind
  -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore -sUSE_ES6_IMPORT_META=0
  -sENVIRONMENT=web,worker          # no Node code: it would bring a dynamic import() and top-level await
  -sDYNAMIC_EXECUTION=0 -sSTRICT -sFILESYSTEM=0 -sTEXTDECODER=2
  -sIMPORTED_MEMORY -sINITIAL_MEMORY=4MB -sMAXIMUM_MEMORY=1GB -sALLOW_MEMORY_GROWTH
  -sMALLOC=emmalloc -sABORTING_MALLOC=0
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmMemory
  -sEXPORTED_RUNTIME_METHODS=[])

# Every output is called core.mjs: the glue then comes out the same, byte for byte, for all flavours of one kind (the
# package's build insists on it).
function(add_core kind flavour)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;BINDINGS")
  set(target ${kind}-${flavour})
  add_executable(${target} ${arg_BINDINGS})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME core SUFFIX .mjs RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${kind}/${flavour})
  target_compile_options(${target} PRIVATE ${arg_FLAGS} ${compile_options} -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(${target} PRIVATE ${arg_FLAGS} ${wasm_link_options})
  target_link_libraries(${target} PRIVATE core-${flavour})
endfunction()

function(add_flavour flavour expected)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FLAGS;NODE_FLAGS")
  set(flags ${wasm_compile_options} ${arg_FLAGS})
  add_library(core-${flavour} STATIC ${core_sources} ${lab_sources})
  target_include_directories(core-${flavour} PUBLIC cpp)
  target_compile_options(core-${flavour} PRIVATE ${flags} ${compile_options})
  add_core(heed ${flavour} FLAGS ${flags} BINDINGS cpp/bindings/embind.cpp)
  add_core(lab ${flavour} FLAGS ${flags} BINDINGS cpp/bindings/embind.cpp cpp/bindings/embind_lab.cpp)
  if(HEED_TESTS)
    add_core_test(core_test-${flavour} ${expected} core-${flavour} FLAGS ${flags} NODE_FLAGS ${arg_NODE_FLAGS})
  endif()
endfunction()

# Node 20 runs relaxed SIMD behind a flag, later versions without; a version that no longer knows the flag refuses it.
set(relaxed_node_flag --experimental-wasm-relaxed-simd)
execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${relaxed_node_flag} -e 0
  RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
if(refused)
  set(relaxed_node_flag)
endif()

add_flavour(scalar kScalar)
add_flavour(simd128 kSimd128 FLAGS -msimd128)
add_flavour(relaxed kRelaxed FLAGS -msimd128 -mrelaxed-simd NODE_FLAGS ${relaxed_node_flag})
