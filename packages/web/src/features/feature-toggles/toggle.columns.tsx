import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { formatText } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import { Several } from '#ui/table/several.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import styles from './feature-toggles.module.css'
import { type RuleNames, togglesMarks, whoGets } from './toggle-state.ts'

function Who({ toggle, names }: { toggle: FeatureToggle; names: RuleNames }) {
  const [first = '', ...others] = whoGets(toggle, names, bankDay(serverNow())).map(
    ({ who, what }) => `${who}: ${what}`,
  )
  return <Several values={[first, ...others]} rest="и ещё" whole={[first, ...others].join('; ')} />
}

/** The columns of the list of toggles. */
export function toggleColumns(
  mine: Readonly<Record<string, boolean>> | undefined,
  names: RuleNames,
): Column<FeatureToggle>[] {
  return [
    {
      key: 'title',
      title: 'Функция',
      sortable: true,
      always: true,
      link: true,
      width: 300,
      render: ({ title, key }) => (
        <>
          {title}
          <Note>{key}</Note>
        </>
      ),
    },
    {
      key: 'state',
      title: 'Состояние',
      width: 220,
      render: (toggle) => (
        <span className={styles.marks}>
          {togglesMarks(toggle).map(({ text, tone }) => (
            <Tag key={text} tone={tone}>
              {text}
            </Tag>
          ))}
        </span>
      ),
    },
    {
      key: 'who',
      title: 'Кому',
      width: 290,
      render: (toggle) => <Who toggle={toggle} names={names} />,
    },
    {
      key: 'mine',
      title: 'Для вас',
      width: 120,
      render: ({ key }) => {
        const on = mine?.[key] ?? false
        return mine && <StatusDot tone={on ? 'green' : 'neutral'}>{on ? 'включено' : 'выключено'}</StatusDot>
      },
    },
    { key: 'owner', title: 'Владелец', sortable: true, width: 170, render: ({ owner }) => formatText(owner) },
  ]
}
