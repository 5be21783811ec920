import { listScorecards } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { scorecardStates } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { text } from '#ui/table/cells/cells.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { giniText, ksText, type ScorecardRow } from '../scorecard/separation-words.ts'
import styles from './vintages.module.css'

const counted = (count: number | undefined) => (count === undefined ? emptyValue : formatCount(count))

const columns: Column<ScorecardRow>[] = [
  {
    key: 'version',
    title: 'Версия',
    ...text<ScorecardRow>(320, ({ number, title }) => `${number}. ${title}`, { link: true, grows: true }),
  },
  { key: 'state', title: 'Состояние', ...text<ScorecardRow>(160, ({ state }) => scorecardStates[state]) },
  { key: 'gini', title: 'Джини', ...text<ScorecardRow>(150, giniText, { align: 'right' }) },
  { key: 'ks', title: 'KS', ...text<ScorecardRow>(110, ksText, { align: 'right' }) },
  {
    key: 'good',
    title: 'Хороших',
    ...text<ScorecardRow>(110, ({ separation }) => counted(separation?.good), { align: 'right' }),
  },
  {
    key: 'bad',
    title: 'Плохих',
    ...text<ScorecardRow>(110, ({ separation }) => counted(separation?.bad), { align: 'right' }),
  },
]

/** How well each version of the scorecard has told the loans that were repaid from those that were not. */
export function Outcomes() {
  const allowed = useRights().mayCall(listScorecards)
  const answer = useQuery({ ...query(listScorecards, {}), enabled: allowed })
  if (!allowed) return null
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  const said = answer.data?.find(({ separation }) => separation !== null)?.separation
  return (
    <section className={cx('card', styles.box)} aria-label="Скоринговая карта по исходам кредитов">
      <h2>Скоринговая карта по исходам кредитов</h2>
      {said && (
        <p className="muted">
          Плохой кредит — {said.days} дней просрочки или больше за {said.months} мес. после выдачи. Джини
          показан, когда хороших и плохих не меньше чем по {formatCount(said.least)}.
        </p>
      )}
      <WholeTable
        label="Версии скоринговой карты по исходам"
        columns={columns}
        rows={answer.data}
        rowKey={({ id }) => String(id)}
        rowLabel={({ title }) => title}
        emptyTitle="Версий карты нет"
      />
    </section>
  )
}
