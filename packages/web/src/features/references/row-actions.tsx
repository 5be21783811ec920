import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import styles from './references.module.css'
import { useItemSwitch } from './use-item-switch.tsx'

function Action({
  icon,
  word,
  name,
  reason = null,
  busy = false,
  onClick,
}: {
  icon: IconName
  word: string
  name: string
  reason?: string | null
  busy?: boolean
  onClick: () => void
}) {
  const button = (
    <Button
      look="quiet"
      aria-label={`${word}: ${name}`}
      loading={busy}
      disabledReason={reason}
      onClick={onClick}
    >
      {busy ? null : <Icon name={icon} />}
    </Button>
  )
  return reason === null ? <Tooltip text={word}>{button}</Tooltip> : button
}

/** What can be done with a row: edit it in place, switch it off or on; while it is edited: save or cancel. */
export function RowActions({
  dictionary,
  item,
  isEdited,
  busy,
  noUpdate,
  onEdit,
  onSave,
  onCancel,
}: {
  dictionary: Dictionary
  item: DictionaryItem
  isEdited: boolean
  busy: boolean
  noUpdate: string | null
  onEdit: () => void
  onSave: () => void
  onCancel: () => void
}) {
  const toggle = useItemSwitch(dictionary)
  if (isEdited)
    return (
      <span className={styles.rowActions}>
        <Action icon="check" word="Сохранить" name={item.code} busy={busy} onClick={onSave} />
        <Action icon="close" word="Отмена" name={item.code} onClick={onCancel} />
      </span>
    )
  return (
    <span className={styles.rowActions}>
      <Action icon="edit" word="Изменить" name={item.code} reason={noUpdate} onClick={onEdit} />
      {dictionary.kind === 'DICTIONARY' && (
        <Action
          icon={item.active ? 'close' : 'refresh'}
          word={item.active ? 'Отключить' : 'Включить'}
          name={item.code}
          reason={noUpdate}
          busy={toggle.busy}
          onClick={() => toggle.run(item)}
        />
      )}
    </span>
  )
}
