import type { ErrorTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'

/** An error target as its fields edit it. */
export type ErrorTargetValues = {
  workgroupId: string | null
  alertHead: boolean
  alertIds: string[]
  escalateMinutes: number | null
  escalateToId: string | null
}

const textOf = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))
const numberOf = (id: string | null) => (id === null ? null : Number(id))

export const toErrorTarget = (values: ErrorTargetValues): ErrorTarget => ({
  workgroupId: numberOf(values.workgroupId),
  alertHead: values.alertHead && values.workgroupId !== null,
  alertIds: values.alertIds.map(Number),
  escalateMinutes: values.escalateMinutes,
  escalateToId: numberOf(values.escalateToId),
})

export const ofErrorTarget = (target: ErrorTarget | null): ErrorTargetValues => ({
  workgroupId: textOf(target?.workgroupId),
  alertHead: target?.alertHead ?? false,
  alertIds: (target?.alertIds ?? []).map(String),
  escalateMinutes: target?.escalateMinutes ?? null,
  escalateToId: textOf(target?.escalateToId),
})
