import {
  getBatchTemplate,
  maxBatchBytes,
  maxBatchRows,
  startBatch,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import {
  type BackgroundTask,
  downloadTaskResult,
  getTask,
  stopTask,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { keyOf, query, queryClient } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Progress } from '#ui/progress.tsx'
import { failureLine, notifyFailure } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import styles from './calculator.module.css'

const pollMs = 1_000
const isGoing = ({ state }: BackgroundTask) => state === 'IDLE' || state === 'RUNNING' || state === 'STOPPING'

/** «Массовый расчёт»: a file of loans goes in, the same rows with their figures come out. */
export function BatchPane() {
  const [taskId, setTaskId] = useState<number | null>(null)
  const [sending, setSending] = useState(false)
  const [issue, setIssue] = useState<string | null>(null)
  const take = async (file: File) => {
    setIssue(null)
    setSending(true)
    try {
      setTaskId((await call(startBatch, {}, { file })).id)
    } catch (failure) {
      setIssue(failureLine(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <FormCard>
      <FormSection title="Графики и ПСК по списку кредитов" grid={false}>
        <div className={styles.batch}>
          <SheetDrop
            maxBytes={maxBatchBytes}
            issue={issue}
            disabled={sending}
            onTake={(file) => void take(file)}
          >
            XLSX или CSV, до {formatCount(maxBatchRows)} строк: сумма, ставка, срок, дата выдачи, а также вид
            графика, округление и день платежа, если они не обычные. Вместо ставки можно указать код продукта,
            а к нему стоимость жилья, регион, возраст, личное страхование и категорию клиента: ставку, график
            и платежи даст его действующий выпуск. В ответ придёт тот же список с платежами и ПСК; у строк с
            ошибкой будет сказано, что исправить. Пока идёт расчёт, страницу можно закрыть: файл найдётся в
            уведомлениях.
          </SheetDrop>
          {sending && <Progress label="Передаём файл" done={0} total={null} />}
          <div className={styles.inline}>
            <Button onClick={() => void download(getBatchTemplate, {}).catch(notifyFailure)}>
              Образец файла
            </Button>
          </div>
          {taskId !== null && <BatchTask id={taskId} />}
        </div>
      </FormSection>
    </FormCard>
  )
}

function BatchTask({ id }: { id: number }) {
  const params = { id: String(id) }
  const { data: task } = useQuery({
    ...query(getTask, { params }),
    refetchInterval: ({ state }) => (state.data && !isGoing(state.data) ? false : pollMs),
  })
  if (!task) return null
  if (isGoing(task))
    return (
      <div className={styles.task} aria-live="polite">
        <Progress label={task.title} done={task.done} total={task.total || null} />
        <Button
          onClick={() =>
            void call(stopTask, { params, body: {} })
              .then(() => queryClient.invalidateQueries({ queryKey: keyOf(getTask) }))
              .catch(notifyFailure)
          }
        >
          Остановить
        </Button>
      </div>
    )
  if (task.state !== 'COMPLETED')
    return (
      <p role="alert">{task.state === 'STOPPED' ? 'Расчёт остановлен' : `Не выполнено. ${task.error}`}</p>
    )
  return (
    <p role="status" className={styles.task}>
      Посчитано строк: {formatCount(task.total)}
      <Button
        look="primary"
        onClick={() => void download(downloadTaskResult, { params }).catch(notifyFailure)}
      >
        Скачать результат
      </Button>
    </p>
  )
}
