interface TypedCall {
  readonly result: string
  readonly spokeWith: string
  readonly said: string
}

/** Results of a talk, in which somebody said something. */
const talks: readonly string[] = ['CONFIRMED', 'NOT_CONFIRMED']

/** What a call lacks: who answered has a name, and what they did not confirm is written down. */
export function callIssues({ result, spokeWith, said }: TypedCall): { path: string; message: string }[] {
  return [
    ...(talks.includes(result) && spokeWith === ''
      ? [{ path: 'spokeWith', message: 'Укажите, с кем говорили: имя и должность' }]
      : []),
    ...(result === 'NOT_CONFIRMED' && said === ''
      ? [{ path: 'said', message: 'Напишите, что не подтвердили' }]
      : []),
  ]
}
