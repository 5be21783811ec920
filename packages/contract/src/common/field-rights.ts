import type { ObjectType, OperationOf, operations, OperationsMap } from '../operations.ts'

/** What a person must hold to see a field or to change it. */
export interface FieldRight {
  /** Operations by object, all of them. */
  readonly operations: OperationsMap
  /** The operator's own people alone, whatever rights others hold. */
  readonly bankOnly: boolean
  /** Who that is, as a refusal says it: «оператор». */
  readonly who: string
}

/** A person as far as rights to fields go. */
export interface RightsHolder {
  readonly operations: OperationsMap
  /** Works for the operator. */
  readonly isAhml: boolean
}

/** The operator's people. */
export const byOperator: FieldRight = { operations: {}, bankOnly: true, who: 'оператор' }

type LabelOf<O extends ObjectType, P extends OperationOf<O>> = (typeof operations)[O][P] & string

/**
 * Who holds an operation. The label is the one of the list of rights: it is given again, and held by the type, because a
 * page that needs a field does not need the whole list.
 */
export const byRight = <O extends ObjectType, P extends OperationOf<O>>(
  object: O,
  operation: P,
  label: LabelOf<O, P>,
): FieldRight => ({
  operations: { [object]: [operation] },
  bankOnly: false,
  who: `сотрудник с правом «${label}»`,
})

/** The same, and the operator's people alone. */
export const byOperatorsRight = <O extends ObjectType, P extends OperationOf<O>>(
  object: O,
  operation: P,
  label: LabelOf<O, P>,
): FieldRight => ({
  operations: { [object]: [operation] },
  bankOnly: true,
  who: `оператор с правом «${label}»`,
})

/** Whether the person holds a right; a field without one is everybody's who gets at the record. */
export const holdsRight = (
  holder: RightsHolder,
  right: Pick<FieldRight, 'operations' | 'bankOnly'> | undefined,
): boolean =>
  right === undefined ||
  ((!right.bankOnly || holder.isAhml) &&
    Object.entries(right.operations).every(([object, needed]) =>
      needed.every((operation) => holder.operations[object]?.includes(operation) ?? false),
    ))

/** A field as far as rights to it go. */
export interface GuardedField {
  readonly label: string
  readonly seenBy?: FieldRight
  readonly changedBy?: FieldRight
}
/** Fields of a record by name. */
export type GuardedFields = Readonly<Record<string, GuardedField>>

/** Names of the fields that the person does not see. */
export const unseenFields = (holder: RightsHolder, fields: GuardedFields): string[] =>
  Object.entries(fields).flatMap(([name, { seenBy }]) => (holdsRight(holder, seenBy) ? [] : [name]))

/** Why a field may not be changed by the person, as a form says it beside the field; null: it may be. */
export function refusalOfChange(holder: RightsHolder, field: GuardedField | undefined): string | null {
  const right = [field?.seenBy, field?.changedBy].find((one) => !holdsRight(holder, one))
  return right === undefined ? null : `Изменяет только ${right.who}. Напишите ему, если сведения устарели`
}

/** The same of a field of a new record: who enters a value sees it. */
export const refusalOfEntry = (holder: RightsHolder, field: GuardedField | undefined): string | null =>
  field?.changedBy === undefined || holdsRight(holder, field.changedBy)
    ? null
    : `Заполняет только ${field.changedBy.who}`

/** What is said of a change that was refused: names the fields and who may change them. */
export function changeRefused(refused: readonly { readonly label: string; readonly who: string }[]): string {
  const told = [...Map.groupBy(refused, ({ who }) => who)].map(([who, fields]) => {
    const names = fields.map(({ label }) => `«${label}»`).join(', ')
    return `${fields.length > 1 ? 'Поля' : 'Поле'} ${names} изменяет только ${who}`
  })
  return told.join('. ')
}
