import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import styles from './palette.module.css'

const keys = [
  ['Ctrl K', 'Поиск и команды'],
  ['Ctrl S', 'Сохранить страницу'],
  ['?', 'Этот список'],
  ['J, K', 'По строкам списка или по документам вниз и вверх'],
  ['Пробел', 'Выбрать строку списка'],
  ['Esc', 'Закрыть верхнее: список, затем окно'],
  ['Enter', 'Подтвердить в окне, если это не опасно; открыть строку таблицы'],
  ['Ctrl Enter', 'Подтвердить в окне из поля на несколько строк'],
  ['Tab', 'К следующему элементу'],
] as const

/** The keys of the product. */
export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Горячие клавиши"
      size="small"
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      <dl className={styles.keys}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
