import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { productKinds } from '@ipoteka-office/contract/products/product-kinds.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { catalogueOf, objectOf, periodText, stateTones } from '../product-words.ts'
import styles from '../products.module.css'

function Subtitle({ product }: { product: Product }) {
  const { shown, code, kind, type } = product
  return (
    <span className={styles.subtitle}>
      {productKinds[kind]} {code} · {type.name}
      <StatusDot tone={stateTones[shown.state]}>{productVersionStates[shown.state]}</StatusDot>
      <span>
        Выпуск {shown.number}, {periodText(shown.validFrom, shown.inForceTo ?? shown.validTo)}
      </span>
    </span>
  )
}

const unsaved = 'Сначала сохраните изменения или откажитесь от них'

/** Why a draft of the next version cannot be begun now; null: it can. */
function newVersionReason({ versions }: Product, mayUpdate: boolean): string | null {
  if (!mayUpdate) return 'Нет права на изменение черновиков. Обратитесь к администратору'
  const waiting = versions.find(({ state }) => !['RELEASED', 'ARCHIVE'].includes(state))
  return waiting ? `Готовится выпуск ${waiting.number}: сначала выпустите его или откажитесь от него` : null
}

/** What the page is, in what state, and what may be done with the version shown: the rest is under «…». */
export function ProductHead({
  product,
  dirty,
  busy,
  refusal,
  onBack,
  onMove,
  onCopy,
  onNewVersion,
  onProcess,
  other,
}: {
  product: Product
  dirty: boolean
  busy: boolean
  refusal: string | null
  onBack: () => void
  onMove: (action: AllowedAction) => void
  onCopy: () => void
  onNewVersion: () => void
  onProcess: () => void
  /** The other look of the page. */
  other: { readonly text: string; readonly onClick: () => void } | null
}) {
  const rights = useRights()
  const object = objectOf(catalogueOf(product.lending))
  const { shown } = product
  const [primary] = shown.actions.filter(({ look }) => look === 'primary')
  const rest = shown.actions.filter((action) => action !== primary)
  // What is typed is saved before it is sent on; anything else would be about what nobody sees.
  const reasonOf = ({ code, enabled, reasonDisabled }: AllowedAction) =>
    dirty ? (code === 'submit' ? null : unsaved) : enabled ? null : (reasonDisabled ?? 'Сейчас нельзя')
  const items: MenuItem[] = [
    ...rest.map((action) => ({
      label: action.label,
      reason: reasonOf(action),
      danger: action.look === 'danger',
      onClick: () => onMove(action),
    })),
    {
      label: 'Новый выпуск',
      reason: dirty ? unsaved : newVersionReason(product, rights.all({ [object]: ['Update'] })),
      onClick: onNewVersion,
    },
    {
      label: 'Копировать',
      reason: rights.all({ [object]: ['Create'] })
        ? null
        : 'Нет права на создание продуктов. Обратитесь к администратору',
      onClick: onCopy,
    },
    { label: 'Схема процесса', onClick: onProcess },
    other && { label: other.text, reason: dirty ? unsaved : null, onClick: other.onClick },
  ]
  return (
    <div className={styles.sticky}>
      <FormHead title={shown.content.names.staff} subtitle={<Subtitle product={product} />}>
        <Button onClick={onBack}>Назад</Button>
        <Menu label="Действия с продуктом" items={items} />
        {refusal === null && (
          <Button type="submit" look={primary ? 'default' : 'primary'} loading={busy}>
            Сохранить черновик
          </Button>
        )}
        {primary && (
          <Button look="primary" disabledReason={reasonOf(primary)} onClick={() => onMove(primary)}>
            {primary.label}
          </Button>
        )}
      </FormHead>
    </div>
  )
}
