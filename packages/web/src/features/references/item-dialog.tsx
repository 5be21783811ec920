import { itemFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import {
  type Dictionary,
  type DictionaryItem,
  listItemHistory,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'
import { RecordComparison, RecordNotices } from '#widgets/record/record-form.tsx'
import { AttributeControl, ItemLookup } from './item-controls.tsx'
import { itemState } from './item-state.ts'
import { Usage } from './item-usage.tsx'
import { type ItemValues } from './item-values.ts'
import styles from './references.module.css'
import { useItemForm } from './use-item-form.tsx'
import { useItemSwitch } from './use-item-switch.tsx'

interface Part {
  dictionary: Dictionary
  item: DictionaryItem | null
  form: UseFormReturn<ItemValues>
  readOnly: boolean
}

function OwnFields({ dictionary, item, form, readOnly }: Part) {
  const { control } = form
  // Codes of an enumeration are the product's: only the name is the bank's.
  const fixed = readOnly || dictionary.kind === 'ENUM'
  return (
    <>
      {!item && (
        <Field control={control} name="code" label={itemFields.code.label} required>
          {(input) => <TextInput {...input} maxLength={64} data-autofocus />}
        </Field>
      )}
      <Field
        control={control}
        name="name"
        label={itemFields.name.label}
        span={item ? 'full' : 'half'}
        required
        disabled={readOnly}
      >
        {(input) => <TextInput {...input} maxLength={1_000} />}
      </Field>
      {dictionary.kind === 'DICTIONARY' &&
        (['validFrom', 'validTo'] as const).map((name) => (
          <Field
            key={name}
            control={control}
            name={name}
            label={itemFields[name].label}
            span="quarter"
            disabled={fixed}
          >
            {(input) => <DateInput {...input} />}
          </Field>
        ))}
      {dictionary.hierarchical && (
        <Field control={control} name="parentCode" label={itemFields.parentCode.label} disabled={fixed}>
          {({ name: _, ref: __, ...input }) => (
            <ItemLookup
              {...input}
              dictionary={dictionary.code}
              known={item?.parentName}
              {...(item ? { except: item.code } : {})}
              placeholder="Верхний уровень"
            />
          )}
        </Field>
      )}
    </>
  )
}

function AttributeFields({ dictionary, form, readOnly }: Part) {
  return dictionary.attributes.map((attribute) => (
    <Field
      key={attribute.key}
      control={form.control}
      name={`attributes.${attribute.key}`}
      label={attribute.label}
      span={attribute.type === 'boolean' || attribute.type === 'date' ? 'quarter' : 'half'}
      required={attribute.required}
      disabled={readOnly || dictionary.kind === 'ENUM'}
    >
      {({ name: _, ref: __, ...input }) => <AttributeControl {...input} attribute={attribute} />}
    </Field>
  ))
}

type Tab = 'data' | 'usage' | 'history'

/** What the card says of the item besides its fields. */
function ItemFacts({ item }: { item: DictionaryItem }) {
  const state = itemState(item, bankDay(serverNow()))
  return (
    <p className={styles.facts}>
      <Tag>{item.code}</Tag>
      <StatusDot tone={state.tone}>{state.text}</StatusDot>
      {item.delivered && (
        <span className="muted">
          {item.edited ? 'Поставляется с продуктом, изменена банком' : 'Поставляется с продуктом'}
        </span>
      )}
      {item.childrenCount > 0 && <span className="muted">Вложенных: {item.childrenCount}</span>}
    </p>
  )
}

/** The card of an item: its data, where it is used and its history; or the form of a new one. */
export function ItemDialog({
  dictionary,
  item: given,
  noUpdate,
  onClose,
}: {
  dictionary: Dictionary
  /** Null: a new one. */
  item: DictionaryItem | null
  /** Why nothing can be changed; null when it can. */
  noUpdate: string | null
  onClose: () => void
}) {
  const [tab, setTab] = useState<Tab>('data')
  // Switched off or on here, it is another state than the list has given.
  const [item, setItem] = useState(given)
  const kit = useItemForm({ dictionary, item, place: 'dialog', refusal: noUpdate, onDone: onClose })
  const { form } = kit
  const toggle = useItemSwitch(dictionary, (next) => {
    setItem(next)
    kit.replace(next)
  })
  const part: Part = { dictionary, item, form, readOnly: noUpdate !== null }
  const isData = tab === 'data'
  const bodies: Record<Tab, () => ReactNode> = {
    data: () => (
      <div className={styles.form}>
        <OwnFields {...part} />
        <AttributeFields {...part} />
      </div>
    ),
    usage: () => item && <Usage id={item.id} />,
    history: () =>
      item && (
        <HistoryList
          pages={(page) => query(listItemHistory, { params: { id: String(item.id) }, query: page })}
        />
      ),
  }
  return (
    <Dialog
      open
      size="large"
      title={item ? item.name : `Новая запись: ${dictionary.title}`}
      outside={kit.isDirty ? 'ask' : 'close'}
      onClose={onClose}
      {...(isData && {
        approval: {
          text: item ? 'Сохранить' : 'Добавить',
          onApprove: () => void kit.submit(),
          busy: kit.busy,
          disabledReason: noUpdate,
          ...(noUpdate !== null && { cancelText: 'Закрыть' }),
        },
      })}
      footer={
        <>
          {item && dictionary.kind === 'DICTIONARY' && (
            <Button loading={toggle.busy} disabledReason={noUpdate} onClick={() => toggle.run(item)}>
              {item.active ? 'Отключить' : 'Включить'}
            </Button>
          )}
          {!isData && <Button onClick={onClose}>Закрыть</Button>}
        </>
      }
    >
      {item && (
        <>
          <ItemFacts item={item} />
          <TabsWithCounts
            label="Карточка записи"
            tabs={[
              { key: 'data', label: 'Данные' },
              { key: 'usage', label: 'Где используется' },
              { key: 'history', label: 'История' },
            ]}
            value={tab}
            onChange={setTab}
          />
        </>
      )}
      {isData && <RecordNotices kit={kit} showRefusal={false} />}
      {bodies[tab]()}
      <RecordComparison kit={kit} />
    </Dialog>
  )
}
