// The table of all rules, and what a graph calls that has none. See lower.h.
#include "passes/decompose/lower.h"

#include "lib/ir/rewrite.h"
#include "lib/support/strbuf.h"
#include "tc/gen/FxOps.h"

//===- Rules --------------------------------------------------------------===//

static const TcFxRules *const families[] = {
    &tcFxPointwiseRules, &tcFxCompareRules,  &tcFxActivationRules,
    &tcFxViewRules,      &tcFxPieceRules,    &tcFxRepeatRules,
    &tcFxReduceRules,    &tcFxScanRules,     &tcFxNormRules,
    &tcFxLossRules,      &tcFxMatmulRules,   &tcFxAttentionRules,
    &tcFxConvRules,      &tcFxPoolRules,     &tcFxIndexRules,
    &tcFxScatterRules,   &tcFxCreationRules, &tcFxRandomRules,
    &tcFxRecurrentRules, &tcFxBackwardRules, &tcFxNormBackwardRules,
    &tcFxEinsumRules,    &tcFxGroupedRules,  &tcFxWindowRules,
    &tcFxResampleRules,  &tcFxDataSizeRules, &tcFxSetRules,
    &tcFxDistanceRules,  &tcFxSolveRules,    &tcFxRecurrentLayerRules,
    &tcFxBagRules,       &tcFxGammaRules,    &tcFxSpecialRules,
    &tcFxPadRules,       &tcFxOrderRules,    &tcFxPartRules,
    &tcFxFourierRules,
};

void tcFxCollectRules(TcMap *rules, MlirStringRef disabled) {
  for (size_t f = 0; f < sizeof families / sizeof *families; ++f)
    for (size_t i = 0; i < families[f]->size; ++i) {
      const TcFxRule *rule = &families[f]->rules[i];
      if (!tcRuleListHas(disabled, rule->target))
        tcMapSetText(rules, rule->target, (void *)rule);
    }
}

const char *tcCompileOverload(size_t index) {
  for (size_t f = 0; f < sizeof families / sizeof *families; ++f) {
    if (index < families[f]->size)
      return families[f]->rules[index].target;
    index -= families[f]->size;
  }
  return NULL;
}

const TcFxRule *tcFxRuleOf(const TcMap *rules, MlirOperation call) {
  MlirStringRef target = tcFxCallGetTarget(call);
  return tcMapGetTextN(rules, target.data, target.length);
}

//===- What has no rule ---------------------------------------------------===//

typedef struct Missing {
  const TcMap *rules;
  TcMap counts; // from target to intptr_t, in the arena
} Missing;

static void countMissing(Missing *m, MlirStringRef target) {
  intptr_t *count = tcMapGetTextN(&m->counts, target.data, target.length);
  if (!count) {
    count = TC_ARENA_NEW(m->counts.arena, intptr_t);
    tcMapSetTextN(&m->counts, target.data, target.length, count);
  }
  ++*count;
}

static MlirWalkResult visitCall(MlirOperation op, void *self) {
  Missing *m = self;
  switch (tcFxOpKind(op)) {
  case TC_FX_CALL:
    if (!tcFxRuleOf(m->rules, op))
      countMissing(m, tcFxCallGetTarget(op));
    break;
  case TC_FX_CALL_METHOD:
  case TC_FX_CALL_MODULE:
    countMissing(m, mlirIdentifierStr(mlirOperationGetName(op)));
    break;
  default:
    break;
  }
  return MlirWalkResultAdvance;
}

// Reports all of them in one error.
MlirLogicalResult tcFxCheckRules(MlirOperation graph, TcArena *arena,
                                 const TcMap *rules) {
  Missing m = {.rules = rules, .counts = {.arena = arena}};
  mlirOperationWalk(graph, visitCall, &m, MlirWalkPreOrder);
  if (m.counts.size == 0)
    return mlirLogicalResultSuccess();
  TcStrBuf text = {0};
  for (size_t i = 0; i < m.counts.size; ++i)
    tcStrBufPrintf(&text, "%s%s (%ld)", i ? ", " : "",
                   (const char *)m.counts.entries[i].key,
                   (long)*(intptr_t *)m.counts.entries[i].value);
  tcOpEmitError(graph,
                "[TC-4101] ops without a decomposition, with how often they "
                "are called: %s; decompose them before capture "
                "(run_decompositions), or add a rule in passes/decompose",
                tcStrBufText(&text));
  tcStrBufFree(&text);
  return mlirLogicalResultFailure();
}
