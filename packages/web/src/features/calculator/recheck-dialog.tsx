import { recheckCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { useQuery } from '@tanstack/react-query'
import { queryExactly } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { KeptAndNow } from '#widgets/price/kept-and-now.tsx'
import styles from './calculator.module.css'

/** What the present method and calendar give for kept inputs, beside what was kept. */
export function RecheckDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useQuery(queryExactly(recheckCalculation, { params: { id: String(id) } }))
  return (
    <Dialog open onClose={onClose} title="Сверка с нынешней методикой и календарём" size="large">
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.same && <p>Тот же результат до копейки. Методика {answer.data.methodVersion}.</p>}
      {answer.data && !answer.data.same && (
        <KeptAndNow now="Сейчас" differences={answer.data.differences} className={styles.table} />
      )}
    </Dialog>
  )
}
