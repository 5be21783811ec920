/** What everybody reads where a list of 115-ФЗ was met: what was found is for the responsible officer alone. */
export const heldWords = 'Требуется решение ответственного сотрудника'

/** What stands in an answer of the decision engine in place of a stop factor that is the officer's. */
export const heldFactor = {
  code: 'HELD',
  name: heldWords,
  value: 'решения нет',
  norm: 'решение принято',
  lift: 'Ответственный сотрудник решает сам: ничего делать не нужно',
  hard: true,
} as const

/** Reasons of decisions that only those who hold `Compliance` name and read. */
export const heldReasons: readonly string[] = ['R12']

/** A reason as it stands for those who may not read it. */
export const heldReason = { code: 'HELD', name: heldWords, silent: true } as const
