import { checksPath, formPath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type ComparedFieldKey,
  comparedPlaces,
} from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import {
  getPersonalSheet,
  type PersonalFact,
  personalGroups,
} from '@ipoteka-office/contract/underwriting/personal/personal-sheet.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { Light } from '../light.tsx'
import { type ChosenRow, stateOfRow } from '../use-chosen-row.ts'
import styles from './personal.module.css'

/** How the sources stand to the fact, with the way to its row of the comparison. */
function Compared({
  room,
  field,
  onRow,
}: {
  room: FormRoom
  field: ComparedFieldKey
  onRow: (field: ComparedFieldKey) => void
}) {
  const row = room.rows.find((one) => one.field === field)
  if (row === undefined) return null
  const state = stateOfRow(row)
  const words = row.open
    ? 'источники расходятся: выбрать'
    : state === 'DIFFERS'
      ? 'расходилось, выбрано'
      : state === 'SAME'
        ? 'источники согласны'
        : 'сравнить не с чем'
  return (
    <Button
      look="link"
      className={cx(styles.row, row.open && styles.open)}
      aria-label={`${row.label}: ${words}. Открыть в сравнении`}
      onClick={() => onRow(field)}
    >
      {words}
    </Button>
  )
}

function Fact({
  fact: { label, value, note, warning, row, checks },
  room,
  onRow,
}: {
  fact: PersonalFact
  room: FormRoom
  onRow: (field: ComparedFieldKey) => void
}) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        {note !== '' && <span className={styles.note}>{note}</span>}
        {warning !== null && <span className={styles.warning}>{warning}</span>}
      </dd>
      <dd className={styles.marks}>
        {checks.map(({ code, name, text, light }) => (
          <span key={code} className={styles.check}>
            <Light light={light} words={`${name}: ${text}`} />
            <span>{text}</span>
          </span>
        ))}
        {row !== null && row in comparedPlaces && <Compared room={room} field={row} onRow={onRow} />}
      </dd>
    </div>
  )
}

/** «Личные данные»: who the person is, each fact with the checks and the sources that speak of it. */
export function Personal({ room, chosen }: { room: FormRoom; chosen: ChosenRow }) {
  const { caseId, participantId, type } = room
  const go = useNavigate()
  const params = { id: String(caseId), participantId: String(participantId) }
  const answer = useQuery(query(getPersonalSheet, { params }))
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const onRow = (field: ComparedFieldKey) => {
    chosen.setFilter(null)
    chosen.unfold(field)
    void go({ href: formPath(type, caseId, participantId, 'comparison') })
  }
  const { groups } = answer.data
  return (
    <section className={cx('card', styles.card)} aria-label="Личные данные">
      <header className={styles.head}>
        <h2>Личные данные</h2>
        <span className="muted small">по анкете</span>
        <HrefLink href={checksPath(type, caseId)}>Все проверки</HrefLink>
      </header>
      {groups.length === 0 && (
        <Empty title="О человеке ещё ничего не сказано" text="Раздел анкеты заполняет агент." />
      )}
      {groups.map(({ group, facts }) => (
        <section key={group} aria-label={personalGroups[group]} className={styles.group}>
          <h3>{personalGroups[group]}</h3>
          <dl className={styles.facts}>
            {facts.map((fact) => (
              <Fact key={fact.key} fact={fact} room={room} onRow={onRow} />
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}
