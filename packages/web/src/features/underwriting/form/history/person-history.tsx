import { lowered } from '#lib/words.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { decisionLevels, decisionOutcomes } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import {
  getPersonHistory,
  type PersonCase,
  type PersonHistory as History,
  personCaseStates,
  samePersonMarks,
} from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './person-history.module.css'

const tones: Readonly<Record<PersonCase['state'], Tone>> = {
  OPEN: 'blue',
  CREDIT: 'green',
  REFUSED: 'red',
  CLOSED: 'neutral',
}

interface Said {
  readonly reasons: readonly { readonly code: string; readonly name: string }[]
}
const reasonsText = ({ reasons }: Said) => reasons.map(({ code, name }) => `${code} ${name}`).join('; ')

/** The last word on the whole and on the person, with its codes. */
function Word({ one: { decision, subject } }: { one: PersonCase }) {
  if (decision === null && subject === null) return <span className="muted">решения не было</span>
  return (
    <>
      {decision && (
        <div>
          {decisionOutcomes[decision.outcome]}{' '}
          <span className="muted small">
            {lowered(decisionLevels[decision.level])}, {formatDate(decision.at)}
          </span>
          {decision.reasons.length > 0 && <div className={styles.reasons}>{reasonsText(decision)}</div>}
        </div>
      )}
      {subject && (
        <div className={styles.subject}>
          О человеке: {subject.name}
          {subject.reasons.length > 0 && <div className={styles.reasons}>{reasonsText(subject)}</div>}
        </div>
      )}
    </>
  )
}

function Row({ one }: { one: PersonCase }) {
  return (
    <tr>
      <th scope="row">
        <HrefLink href={casePath(one.type, one.id)}>№ {one.number}</HrefLink>
        <div className="muted small">
          {one.typeName}, {formatDate(one.createdAt)}
        </div>
      </th>
      <td>
        {one.partner.shortName}
        <div className="muted small">{one.roleName}</div>
      </td>
      <td className={styles.sum}>
        <span>{formatRoubles(one.amount)}</span>
        {one.credit !== null && one.credit !== one.amount && (
          <div className="small">выдано {formatRoubles(one.credit)}</div>
        )}
        {one.programme !== null && <div className="muted small">{one.programme}</div>}
      </td>
      <td>
        <Tag tone={tones[one.state]}>{personCaseStates[one.state]}</Tag>
        <div className="muted small">{one.stageName}</div>
      </td>
      <td>
        <Word one={one} />
      </td>
      <td className="small">{one.knownBy.map((mark) => samePersonMarks[mark]).join(', ') || emptyValue}</td>
    </tr>
  )
}

const columns = ['Заявка', 'Партнёр, роль', 'Сумма', 'Что с ней', 'Решение', 'Узнали по']

function Cases({ history }: { history: History }) {
  const { cases, hidden, refusals, credits, isUnknown } = history
  return (
    <section className={cx('card', styles.box)} aria-label="Другие заявки">
      <header className={styles.head}>
        <h2>Другие заявки</h2>
        <span className={styles.counts}>
          <span>{countOf(cases.length, 'заявка', 'заявки', 'заявок')}</span>
          <span className={refusals > 0 ? styles.bad : undefined}>
            {refusals === 0 ? 'отказов нет' : countOf(refusals, 'отказ', 'отказа', 'отказов')}
          </span>
          <span>
            {credits.count === 0
              ? 'кредитов банка нет'
              : `${countOf(credits.count, 'кредит', 'кредита', 'кредитов')} банка на ${roublesText(credits.total)}`}
          </span>
        </span>
      </header>
      {cases.length === 0 ? (
        <Empty
          title={isUnknown ? 'Человека не с чем сравнить' : 'Других заявок этого человека банк не знает'}
          text={
            isUnknown
              ? 'В анкете нет имени с датой рождения или паспорта: прежние заявки по ним не найти.'
              : 'Искали у всех партнёров по паспорту, нынешнему и прежним, СНИЛС, ИНН, имени с датой рождения.'
          }
        />
      ) : (
        <PlainTable columns={columns}>
          {cases.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </PlainTable>
      )}
      {hidden > 0 && (
        <p className={styles.hidden}>
          Ещё {countOf(hidden, 'обращение', 'обращения', 'обращений')} здесь не показано: права на такие дела
          у вас нет.
        </p>
      )}
    </section>
  )
}

function Differences({ history: { differences } }: { history: History }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Отличия от прежней анкеты">
      <header className={styles.head}>
        <h2>Отличия от прежней анкеты</h2>
      </header>
      {differences.length === 0 ? (
        <Empty title="Отличий нет" text="Прежней анкеты банк не знает, или она говорит то же." />
      ) : (
        <PlainTable columns={['Поле', 'Раньше', 'Сейчас', 'Где было']}>
          {differences.map(({ section, sectionName, field, label, here, latest, from }) => (
            <tr key={`${section} ${field}`}>
              <th scope="row">
                {label}
                <div className="muted small">{sectionName}</div>
              </th>
              <td>{latest}</td>
              <td>{here}</td>
              <td>
                <HrefLink href={casePath(from.type, from.id)}>№ {from.number}</HrefLink>
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </section>
  )
}

/** «История»: what the bank knows of the person from cases of all partners. */
export function PersonHistory({ room: { caseId, participantId } }: { room: FormRoom }) {
  const params = { id: String(caseId), participantId: String(participantId) }
  const answer = useQuery(query(getPersonHistory, { params }))
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  return (
    <div className={styles.tab}>
      <Cases history={answer.data} />
      <Differences history={answer.data} />
    </div>
  )
}
