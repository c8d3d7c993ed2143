// The run-time support of generated accessors, op-kind enums and enum
// attributes: reads an op by the layout that its row declares. The op is not
// trusted: a missing operand, attribute or region is returned as null (0,
// false, empty). In checked builds (TC_CHECKED) reading an op of another kind
// is reported at the op.
#ifndef TC_LIB_IR_ACCESS_H
#define TC_LIB_IR_ACCESS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The names of a dialect's ops as an open-addressed hash table, so that an
/// op's kind is one hash and commonly one comparison.
typedef struct TcOpTable {
  const char *prefix; // "prim."
  size_t prefixSize;
  const char *const *names; // by kind; [0] is null
  const uint16_t *slots;    // kinds, 0 where empty
  uint32_t mask;            // number of slots less one
} TcOpTable;

/// The kind of an op, 0 if the op is null or not in the table.
int tcOpTableFind(const TcOpTable *table, MlirOperation op);

/// The operands (results, regions, successors) that a name in a row stands for.
typedef struct TcGroup {
  int fixedBefore, variableBefore; // what is declared before it
  int fixedTotal, variableTotal;
  bool variable;  // optional or variadic
  bool segmented; // sizes are in operandSegmentSizes (resultSegmentSizes)
} TcGroup;

intptr_t tcOpNumOperands(MlirOperation op, const char *name, const TcGroup *g);
intptr_t tcOpNumResults(MlirOperation op, const char *name, const TcGroup *g);
intptr_t tcOpNumRegions(MlirOperation op, const char *name, const TcGroup *g);
intptr_t tcOpNumSuccessors(MlirOperation op, const char *name,
                           const TcGroup *g);
/// The i-th of the group; null if i is out of range.
MlirValue tcOpOperand(MlirOperation op, const char *name, const TcGroup *g,
                      intptr_t i);
MlirValue tcOpResult(MlirOperation op, const char *name, const TcGroup *g,
                     intptr_t i);
MlirRegion tcOpRegion(MlirOperation op, const char *name, const TcGroup *g,
                      intptr_t i);
MlirBlock tcOpSuccessor(MlirOperation op, const char *name, const TcGroup *g,
                        intptr_t i);

MlirAttribute tcOpAttr(MlirOperation op, const char *name, const char *attr);
void tcOpSetAttr(MlirOperation op, const char *name, const char *attr,
                 MlirAttribute value);
int64_t tcOpInt(MlirOperation op, const char *name, const char *attr);
double tcOpFloat(MlirOperation op, const char *name, const char *attr);
bool tcOpBool(MlirOperation op, const char *name, const char *attr);
bool tcOpUnit(MlirOperation op, const char *name, const char *attr);
/// Owned by the context.
MlirStringRef tcOpString(MlirOperation op, const char *name, const char *attr);
MlirStringRef tcOpSymbol(MlirOperation op, const char *name, const char *attr);
MlirType tcOpType(MlirOperation op, const char *name, const char *attr);
/// Of dense arrays of i64 and i32 and of arrays of integers.
intptr_t tcOpNumInts(MlirOperation op, const char *name, const char *attr);
int64_t tcOpIntAt(MlirOperation op, const char *name, const char *attr,
                  intptr_t i);

/// Properties that are not attributes, converted to and from attributes; an
/// unknown one is null. Set reports a value of the wrong kind. (In lib/shim,
/// since the C API has no access to them.)
MlirAttribute tcOpProperty(MlirOperation op, const char *property);
bool tcOpSetProperty(MlirOperation op, const char *property,
                     MlirAttribute value);

/// The same on attributes: for those that are optional, or in other places.
int64_t tcAttrAsInt(MlirAttribute attr, int64_t otherwise);
intptr_t tcAttrNumInts(MlirAttribute attr);
int64_t tcAttrIntAt(MlirAttribute attr, intptr_t i);

/// An enum of a dialect as its attribute stores it.
typedef struct TcEnumCase {
  int64_t value;
  const char *name; // as in the text of the IR
} TcEnumCase;

typedef struct TcEnumInfo {
  const TcEnumCase *cases;
  int numCases;
  int width;             // bits of the integer attribute; 0: text form
  const char *open;      // text form: "#vector<kind<" ...
  const char *close;     // ... ">>"
  const char *separator; // between the cases of a bit set, else null
} TcEnumInfo;

/// Null, and a diagnostic, if the dialect is not loaded or the value is none.
MlirAttribute tcEnumToAttr(MlirContext ctx, const TcEnumInfo *info,
                           int64_t value);
/// False if the attribute is null or not of this enum.
bool tcEnumFromAttr(MlirAttribute attr, const TcEnumInfo *info, int64_t *value);

#ifdef __cplusplus
}
#endif

#endif // TC_LIB_IR_ACCESS_H
