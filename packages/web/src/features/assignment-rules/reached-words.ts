import type { Reached } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { shortName } from '#lib/format.ts'

/** «Когда отдать некому: сообщить Орлову Д. С., через 60 мин — Кузнецовой М. В.» */
export function reachedWords({ people, queue, escalation, problem }: Reached): string {
  if (people.length === 0 && queue === null) return problem ?? 'Когда отдать некому, никто не узнает'
  const told = people.map(
    ({ fullName, problem: why }) => `${shortName(fullName)}${why === null ? '' : ` (${why})`}`,
  )
  return [
    'Когда отдать некому:',
    [
      queue === null ? '' : `очередь «${queue.name}»`,
      told.length === 0 ? '' : `сообщить — ${told.join(', ')}`,
      escalation === null ? '' : `через ${escalation.minutes} мин — ${shortName(escalation.fullName)}`,
    ]
      .filter(Boolean)
      .join('; '),
    problem === null ? '' : `. ${problem}`,
  ]
    .filter(Boolean)
    .join(' ')
    .replace(' . ', '. ')
}
