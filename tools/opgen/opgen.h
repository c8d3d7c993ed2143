// opgen's model of one dialect, read from llvm-tblgen's JSON, and the emitters
// that write C from it. Everything lives in the Model's pool until modelFree.
#ifndef TC_OPGEN_OPGEN_H
#define TC_OPGEN_OPGEN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/// How many values an operand, result, region or successor stands for.
typedef enum Arity { ARITY_ONE, ARITY_OPTIONAL, ARITY_VARIADIC } Arity;

/// How an attribute appears in C; ATTR_RAW is a plain MlirAttribute.
typedef enum AttrKind {
  ATTR_RAW,
  ATTR_INT,
  ATTR_BOOL,
  ATTR_UNIT,
  ATTR_FLOAT,
  ATTR_STRING,
  ATTR_SYMBOL,
  ATTR_TYPE,
  ATTR_I64S,     // DenseI64ArrayAttr
  ATTR_I32S,     // DenseI32ArrayAttr
  ATTR_I64_LIST, // ArrayAttr of I64Attr
  ATTR_ENUM,     // an enum of this dialect, stored as an integer or by name
} AttrKind;

typedef struct Enum {
  const char *type;      // TcArithCmpFPredicate
  const char *prefix;    // TC_ARITH_CMP_F_PREDICATE
  const char *fn;        // tcArithCmpFPredicate
  json_t *def;           // the EnumInfo record
  int width;             // of the integer attribute; 0: written as text
  const char *open;      // text form: what stands before the cases ...
  const char *close;     // ... and after them
  const char *separator; // between the cases of a bit set; null: one case
} Enum;

typedef struct Attr {
  AttrKind kind;
  bool nullable;       // optional or with a default: may be left out
  bool absent;         // optional: may be missing from an op
  const char *intType; // ATTR_INT, ATTR_FLOAT: how its type is made in C
  const Enum *enumInfo;
} Attr;

typedef enum ArgKind { ARG_OPERAND, ARG_ATTR, ARG_PROPERTY } ArgKind;

/// A named operand, attribute, result, region or successor.
typedef struct Arg {
  const char *name;      // as in the row: "lower_bound"
  const char *camel;     // "LowerBound"
  const char *param;     // "lowerBound", never a C keyword
  const char *typeParam; // of a result: "lowerBoundType", "resultTypes"
  ArgKind kind;
  Arity arity;
  Attr attr;
  json_t *def; // the constraint's record
} Arg;

typedef struct ArgList {
  Arg *items;
  int size;
} ArgList;

typedef struct Op {
  json_t *def;
  const char *name;  // "scf.for"
  const char *camel; // "For"
  const char *fn;    // "tcScfFor"
  const char *kind;  // "TC_SCF_FOR"
  ArgList args, results, regions, successors;
  bool ours;            // verified when all is there, not as it is built
  bool infers;          // result types need not be given
  bool operandSegments; // AttrSizedOperandSegments
  bool resultSegments;  // AttrSizedResultSegments
} Op;

typedef struct Pool Pool;

typedef struct Model {
  Pool *pool;
  json_t *records;
  json_t *dialect;
  bool ours;         // rows with fields beyond ODS
  const char *name;  // "prim"
  const char *camel; // "Prim"
  const char *upper; // "PRIM"
  Op *ops;
  int numOps;
  Enum **enums; // of this dialect's namespace, as its ops use them
  int numEnums;
} Model;

// pool.c: memory and output.
Pool *poolCreate(void);
void poolFree(Pool *pool);
void *poolAlloc(Pool *pool, size_t size);
__attribute__((format(printf, 2, 3))) const char *
poolFormat(Pool *pool, const char *format, ...);

// names.c: from the row's spelling to C's.
const char *nameCamel(Pool *pool, const char *name);
const char *nameUpper(Pool *pool, const char *name);
const char *nameParam(Pool *pool, const char *name);
const char *nameTypeParam(Pool *pool, const char *name, bool list);

// record.c: questions to records.
json_t *recordGet(const Model *m, const char *name);
json_t *recordField(const Model *m, json_t *record, const char *field);
const char *recordString(json_t *record, const char *field);
int recordInt(json_t *record, const char *field, int otherwise);
const char *recordName(json_t *record);
bool recordIs(json_t *record, const char *superclass);
/// The record behind `{"def": name}`, or null.
json_t *recordDeref(const Model *m, json_t *reference);
/// Calls `visit` for each trait of an op, the members of trait lists included.
typedef void TraitVisitor(const Model *m, json_t *trait, void *context);
void recordVisitTraits(const Model *m, json_t *traits, TraitVisitor *visit,
                       void *context);

// attrs.c
Attr attrClassify(Model *m, json_t *def);
/// A property appears as the attribute that it can be made from.
Attr propertyClassify(Model *m, json_t *def);

// infer.c
bool opInfersResults(const Model *m, const Op *op);

// model.c: null, with a message in `error`, if the file is not what it must be.
Model *modelRead(const char *path, const char *dialect, bool ours,
                 char error[256]);
void modelFree(Model *m);
int countVariable(const ArgList *list, ArgKind kind);

/// Writes one file; `option` is the emitter's own, from the emission table.
typedef void EmitFn(FILE *out, const Model *m, const char *option);

EmitFn emitOpsHeader, emitOpsSource;       // emit_ops.c
EmitFn emitHookDeclarations, emitHookRows; // emit_tables.c
EmitFn emitTableHeader, emitInfoTable;     // emit_tables.c
EmitFn emitScalarTable, emitDomains;       // emit_scalar.c
EmitFn emitDocs;                           // emit_docs.c

void emitEnumDeclarations(FILE *out, const Model *m); // emit_enums.c
void emitEnumDefinitions(FILE *out, const Model *m);
void emitBuilder(FILE *out, const Op *op, bool body);   // emit_builders.c
void emitAccessors(FILE *out, const Op *op, bool body); // emit_accessors.c
void emitBanner(FILE *out, const Model *m, const char *what);
/// A C string literal, quotes included.
void emitQuoted(FILE *out, const char *text);

#endif // TC_OPGEN_OPGEN_H
