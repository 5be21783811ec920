import type { NamedRef } from '@ipoteka-office/contract/common/refs.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './chosen-options.module.css'

/** Options that offers are asked for with; one that leaves no offer can be taken away again. */
export function ChosenOptions({
  options,
  onRemove,
}: {
  options: readonly NamedRef[]
  onRemove: (id: number) => void
}) {
  if (options.length === 0) return null
  return (
    <ul className={styles.options} aria-label="Выбранные опции">
      {options.map(({ id, name }) => (
        <li key={id}>
          <Button look="link" aria-label={`Убрать опцию «${name}»`} onClick={() => onRemove(id)}>
            <Icon name="close" /> {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
