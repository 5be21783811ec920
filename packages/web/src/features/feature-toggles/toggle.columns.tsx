import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { marks, noted, several, status, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { type RuleNames, togglesMarks, whoGets } from './toggle-state.ts'

const titles = {
  title: 'Функция',
  state: 'Состояние',
  who: 'Кому',
  mine: 'Для вас',
  owner: 'Владелец',
} as const

/** The columns of the list of toggles. */
export const toggleColumns = (mine: Readonly<Record<string, boolean>> | undefined, names: RuleNames) =>
  columnsOf<FeatureToggle, keyof typeof titles>(titles, {
    title: noted(300, ({ title, key }) => [title, key], { always: true, link: true }),
    state: marks(220, togglesMarks),
    who: several(
      290,
      (toggle) => whoGets(toggle, names, bankDay(serverNow())).map(({ who, what }) => `${who}: ${what}`),
      { separator: '; ' },
    ),
    mine: status(120, ({ key }) =>
      !mine
        ? { tone: null, text: '' }
        : mine[key]
          ? { tone: 'green', text: 'включено' }
          : { tone: 'neutral', text: 'выключено' },
    ),
    owner: text(170, ({ owner }) => owner),
  })
