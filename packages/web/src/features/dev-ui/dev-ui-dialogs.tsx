import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dialogWidths } from '#ui/overlay/dialog-props.ts'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { emptyMulti } from '#ui/select/multi-select-value.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import styles from './dev-ui.module.css'
import { regions } from './dev-ui-people.ts'

type Size = keyof typeof dialogWidths
const sizes = Object.keys(dialogWidths) as Size[]

function NestedDialogs({ size, onClose }: { size: Size; onClose: () => void }) {
  const [second, setSecond] = useState(false)
  const [value, setValue] = useState(emptyMulti)
  return (
    <Dialog
      open
      title={`Окно ${dialogWidths[size]} px`}
      size={size}
      outside="ask"
      onClose={onClose}
      approval={{ text: 'Готово', onApprove: onClose }}
      footer={<Button onClick={() => setSecond(true)}>Ещё одно окно</Button>}
    >
      <p>Escape закрывает сначала список, затем верхнее окно. «Назад» браузера закрывает верхнее окно.</p>
      <MultiSelect aria-label="Регионы в окне" options={regions} value={value} onChange={setValue} />
      <Dialog open={second} title="Второе окно" size="small" onClose={() => setSecond(false)}>
        <p>Оно выше первого и сдвинуто на 10 px.</p>
      </Dialog>
    </Dialog>
  )
}

/** Dialogs and toasts, opened by buttons. */
export function DevDialogs() {
  const [size, setSize] = useState<Size | null>(null)
  const ask = async () => {
    const yes = await confirm({
      text: 'Вы уверены, что хотите распределить все заявки данного пользователя?',
      okText: 'Да, распределить',
    })
    toast.info(yes ? 'Да' : 'Отмена', { key: 'confirm' })
  }
  return (
    <section aria-label="Окна и сообщения" className={styles.stack}>
      <h2>Окна</h2>
      <div className={styles.row}>
        {sizes.map((one) => (
          <Button key={one} onClick={() => setSize(one)}>
            {dialogWidths[one]} px
          </Button>
        ))}
        <Button onClick={() => void ask()}>Подтверждение</Button>
      </div>
      <h2>Сообщения</h2>
      <div className={styles.row}>
        <Button onClick={() => toast.success('Данные сохранены')}>Успех</Button>
        <Button
          onClick={() =>
            toast.error('Ошибка!', { description: 'Сервер не ответил', requestId: '8f14e45f-ceea-467a' })
          }
        >
          Ошибка
        </Button>
        <Button onClick={() => toast.warning('Нет связи с сервером', { key: 'net' })}>
          Внимание, по ключу
        </Button>
        <Button
          onClick={() =>
            toast.info('Файл готов', {
              keepOnRouteChange: true,
              action: { label: 'Скачать', onClick: () => toast.success('Скачано') },
            })
          }
        >
          Действие
        </Button>
      </div>
      {size && <NestedDialogs size={size} onClose={() => setSize(null)} />}
    </section>
  )
}
