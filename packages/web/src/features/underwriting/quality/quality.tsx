import {
  drawQualitySample,
  getQualityTotals,
  searchQualityChecks,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import styles from '../statistics/statistics.module.css'
import { CheckDialog } from './check-dialog.tsx'
import { qualityList } from './quality-list.ts'
import { qualityColumns } from './quality.columns.tsx'
import { DrawDialog, SamplesDialog } from './samples-dialogs.tsx'

function Totals() {
  const allowed = useRights().mayCall(getQualityTotals)
  const { data } = useQuery({ ...query(getQualityTotals), enabled: allowed })
  if (data === undefined) return null
  const { checked, score, errors, disputed, revised } = data.total
  const figures: readonly (readonly [string, string])[] = [
    [formatCount(checked), 'Оценено за год'],
    [score === null ? emptyValue : String(score).replace('.', ','), 'Средний балл'],
    [formatCount(errors.CRITICAL), 'Критических ошибок'],
    [formatCount(errors.MAJOR), 'Существенных'],
    [formatCount(errors.MINOR), 'Незначительных'],
    [`${formatCount(revised)} из ${formatCount(disputed)}`, 'Оценок изменено по возражениям'],
  ]
  return (
    <div className={styles.figures}>
      {figures.map(([value, words]) => (
        <div key={words} className={styles.figure}>
          <b>{value}</b>
          <span>{words}</span>
        </div>
      ))}
    </div>
  )
}

/** The tab «Контроль качества»: sampled decisions, what was found of them and what was said against it. */
export function Quality() {
  const list = useServerList(qualityList)
  const rights = useRights()
  const [asked, setAsked] = useState<'draw' | 'samples' | null>(null)
  if (!rights.mayCall(searchQualityChecks)) return <Forbidden />
  const mayDraw = rights.mayCall(drawQualitySample)
  const close = () => {
    setAsked(null)
    list.refresh()
  }
  return (
    <div className={styles.statistics}>
      <Totals />
      <ListScreen
        list={list}
        title="Проверки качества"
        isPart
        isMain
        columns={qualityColumns}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ id }) => `/underwriting-all?part=quality&tab=${list.state.tab}&check=${id}`}
        tools={
          mayDraw && (
            <>
              <Button onClick={() => setAsked('samples')}>Выборки</Button>
              <Button look="primary" onClick={() => setAsked('draw')}>
                Отобрать решения
              </Button>
            </>
          )
        }
        windows={{
          names: ['check'],
          draw: (search, onClose) => (
            <CheckDialog id={String(search['check'])} onClose={onClose} onChanged={list.refresh} />
          ),
        }}
        empty={{
          title: 'Проверок нет',
          text: 'Решения отбирают случайно или по признаку, и проверяет их другой сотрудник.',
        }}
      />
      {asked === 'draw' && <DrawDialog onClose={close} />}
      {asked === 'samples' && <SamplesDialog onClose={close} />}
    </div>
  )
}
