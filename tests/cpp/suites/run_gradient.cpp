// The gradient cases through one engine: alone, and with the output and log-sum-exp of the same request; held to
// float64 and to the file.
#include "attention_case.h"
#include "gradient/graded.h"
#include "run_case.h"

namespace suites {

void run_gradient(const Case& one, heed::Engine engine, const heed::Threads* threads, Findings& findings) {
  AttentionCase made = attention_case(one);
  heed::Request& request = made.request;
  request.engine = engine;
  request.threads = threads;
  // The files' gradient of the scores is that of a bias which nothing repeats; one of 0 changes no score.
  const support::Floats zeros(request.q.size[0], request.q.size[1], request.q.size[2], request.k.size[2]);
  request.bias = zeros;
  const support::Floats grad_output(request.q.size[0], request.q.size[1], request.q.size[2], request.v.size[3],
                                    floats(one.input("grad_output")->data));
  const reference::Gradients want = reference::gradients(request, grad_output);

  const auto compare = [&](const support::Graded& got, const std::string& how) {
    const auto one_of_them = [&](const char* name, const support::Floats& numbers, const reference::Numbers& rule) {
      findings.exact(name + how, numbers.view, rule);
      for (const NamedTensor& file : one.expected)
        if (file.name == name) findings.answer(file, file.data, numbers.view, rule);
    };
    one_of_them("grad_q", got.grad_q, want.grad_q);
    one_of_them("grad_k", got.grad_k, want.grad_k);
    one_of_them("grad_v", got.grad_v, want.grad_v);
    one_of_them("grad_bias", got.grad_bias, want.grad_bias);
  };
  compare(support::gradient(request, grad_output), "");
  const support::Attended forward = support::attend(request);
  compare(support::gradient(request, {grad_output, forward.output.view, forward.log_sum_exp.view}), " with forward");
}

}  // namespace suites
