import {
  createScorecard,
  listScorecards,
  type ScorecardRow,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { scorecardStates } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { formatPercent, shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import type { Search, Step } from '#widgets/list/list-place.ts'
import { Comparison } from './comparison.tsx'
import { VersionActions } from './version-actions.tsx'
import { outcomesText } from './separation-words.ts'
import { useNewVersion } from './use-new-version.ts'
import { scorecardTones } from './version-words.ts'
import styles from './versions.module.css'

const ScorecardCard = latePart(
  async () => (await import('./card/scorecard-card.tsx')).ScorecardCard,
  <PageSkeleton kind="form" />,
)

/** Versions that are computed beside the one in use. */
const besides: ReadonlySet<string> = new Set(['CHALLENGER', 'ON_PROMOTION'])

/** The version that the address names, else the first that fits. */
const chosen = (all: readonly ScorecardRow[], named: unknown, fits: (row: ScorecardRow) => boolean) =>
  all.find(({ id }) => String(id) === String(named)) ?? all.find(fits)

function agreementText({ agreement }: ScorecardRow): string {
  if (agreement === null || agreement.cases === 0) return ''
  return `${formatPercent((agreement.same / agreement.cases) * 100, 1)} из ${agreement.cases}`
}

function Versions({ rows, onOpen }: { rows: readonly ScorecardRow[]; onOpen: (id: number) => void }) {
  return (
    <section className={cx('card', styles.part)} aria-label="Версии скоринговой карты">
      <h2>Версии</h2>
      <table className={styles.rows}>
        <thead>
          <tr>
            {[
              'Версия',
              'Состояние',
              'Автор',
              'Подтвердил',
              'Считается с',
              'По',
              'Совет совпал с основной',
              'Джини по исходам',
            ].map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Button look="link" onClick={() => onOpen(row.id)}>
                  {row.number}. {row.title}
                </Button>
              </th>
              <td>
                <Tag tone={scorecardTones[row.state]}>{scorecardStates[row.state]}</Tag>
              </td>
              <td>
                {shortName(row.author.fullName)}, {formatDate(row.createdAt.slice(0, 10))}
              </td>
              <td>{row.approver && shortName(row.approver.fullName)}</td>
              <td>{row.since !== null && formatDate(row.since.slice(0, 10))}</td>
              <td>{row.until !== null && formatDate(row.until.slice(0, 10))}</td>
              <td>{agreementText(row)}</td>
              <td>{outcomesText(row)}</td>
              <td>{row.state !== 'WITHDRAWN' && <VersionActions row={row} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PlaceProps {
  readonly search: Search
  readonly navigate: (search: Search, step?: Step) => void
}

/** The tab «Скоринговая карта»: the version that the address names; else all of them, and any two of them side by side, at first the one in use and the one beside. */
export function ScorecardVersions({ search, navigate }: PlaceProps) {
  const open = (id: number) => navigate({ part: 'scorecards', version: String(id) })
  const named = search['version']
  if (!useRights().mayCall(listScorecards)) return <Forbidden />
  if (typeof named === 'string' && named !== '')
    return <ScorecardCard id={named} onBack={() => navigate({ part: 'scorecards' })} onOpened={open} />
  return <All search={search} navigate={navigate} open={open} />
}

function All({ search, navigate, open }: PlaceProps & { open: (id: number) => void }) {
  const answer = useQuery(query(listScorecards, {}))
  const rights = useRights()
  const first = useNewVersion(open)
  useRecordRefresh(topics.scorecards, answer, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  const rows = answer.data
  const one = chosen(rows, search['one'], ({ state }) => state === 'CHAMPION') ?? rows[0]
  const other = chosen(rows, search['other'], ({ id, state }) => besides.has(state) && id !== one?.id)
  const options = rows.map(({ id, number, title, state }) => ({
    code: String(id),
    name: `${number}. ${title} — ${scorecardStates[state].toLocaleLowerCase('ru')}`,
  }))
  if (one === undefined)
    return (
      <Empty title="Версий нет" text="Карту заводит тот, кто ведёт скоринг, и подтверждает второй сотрудник.">
        {rights.mayCall(createScorecard) && (
          <Button look="primary" loading={first.busy} onClick={() => first.begin('Скоринговая карта', null)}>
            Завести карту
          </Button>
        )}
      </Empty>
    )
  const sides = [
    ['one', 'Первая версия', one.id],
    ['other', 'Вторая версия', other?.id],
  ] as const
  return (
    <div className={styles.versions}>
      <Versions rows={rows} onOpen={open} />
      <section className={cx('card', styles.part)} aria-label="Сравнение версий">
        <h2>Сравнение версий</h2>
        <div className={styles.sides}>
          {sides.map(([key, label, id]) => (
            <SingleSelect
              key={key}
              aria-label={label}
              placeholder={label}
              options={options}
              value={id === undefined ? null : String(id)}
              onChange={(next) => navigate({ ...search, [key]: next }, 'replace')}
            />
          ))}
        </div>
        {other === undefined || other.id === one.id ? (
          <p className="muted">Выберите две разные версии: рядом с основной сейчас другой не считают.</p>
        ) : (
          <Comparison key={`${one.id} ${other.id}`} one={one} other={other} />
        )}
      </section>
    </div>
  )
}
