import { recheckCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { useQuery } from '@tanstack/react-query'
import { queryExactly } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './calculator.module.css'

/** What the present method and calendar give for kept inputs, beside what was kept. */
export function RecheckDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useQuery(queryExactly(recheckCalculation, { params: { id: String(id) } }))
  return (
    <Dialog open onClose={onClose} title="Сверка с нынешней методикой и календарём" size="large">
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.same && <p>Тот же результат до копейки. Методика {answer.data.methodVersion}.</p>}
      {answer.data && !answer.data.same && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Показатель</th>
              <th scope="col">Сохранено</th>
              <th scope="col">Сейчас</th>
            </tr>
          </thead>
          <tbody>
            {answer.data.differences.map(({ label, kept, now }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{kept}</td>
                <td>{now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
