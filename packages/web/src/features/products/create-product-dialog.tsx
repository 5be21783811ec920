import {
  type ProductKind,
  productDepartments,
  type ProductDepartment,
} from '@ipoteka-office/contract/products/product-kinds.ts'
import { copyProduct, createProduct } from '@ipoteka-office/contract/products/products.ts'
import type { Catalogue, Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { EntryDialog, issuesBy, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { newWords, productHref } from './product-words.ts'

interface Values {
  lending: Lending
  typeCode: string | null
  code: string
  department: ProductDepartment
  name: string
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([code, name]) => ({ code, name }))
const departments = optionsOf(productDepartments)
const loans = optionsOf({ CASH_LOAN: 'Кредит наличными', CREDIT_CARD: 'Кредитная карта' })
const typesOf: Readonly<Record<Lending, string>> = {
  MORTGAGE: 'product/type',
  CASH_LOAN: 'cashLoan/productType',
  CREDIT_CARD: 'creditCard/productType',
}

function TypeField({ control, label = 'Тип' }: { control: Control<Values>; label?: string }) {
  const lending = useWatch({ control, name: 'lending' })
  const types = useDictionary(typesOf[lending])
  return (
    <Field control={control} name="typeCode" label={label} required>
      {(input) => <SingleSelect {...input} options={types} placeholder="Выберите тип" />}
    </Field>
  )
}

/** A new product, option or promotion: it begins as a draft. */
export function CreateProductDialog({
  catalogue,
  kind,
  onOpen,
  onClose,
}: {
  catalogue: Catalogue
  kind: ProductKind
  onOpen: (href: string) => void
  onClose: () => void
}) {
  const entry = useEntryForm<Values>({
    values: {
      lending: catalogue === 'mortgage' ? 'MORTGAGE' : 'CASH_LOAN',
      typeCode: null,
      code: '',
      department: 'OIC',
      name: '',
    },
    issues: issuesBy(createProduct.body, (values) => ({ ...values, kind })),
    save: async ({ typeCode, ...values }) => {
      const made = await call(createProduct, { body: { ...values, kind, typeCode: typeCode ?? '' } })
      onOpen(productHref(made))
    },
    saved: 'Черновик создан',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog title={newWords[kind]} entry={entry} onClose={onClose} saveText="Создать черновик">
      <Field control={control} name="name" label="Название для сотрудников" span="full" required>
        {(input) => <TextInput {...input} maxLength={120} />}
      </Field>
      {catalogue === 'loan' && (
        <Field control={control} name="lending" label="Что выдаётся">
          {(input) => <SingleSelect {...input} options={loans} />}
        </Field>
      )}
      <TypeField control={control} />
      <Field
        control={control}
        name="code"
        label="Код в каталоге"
        required
        hint="Латинские прописные буквы, цифры и дефис: FAMILY-2027"
      >
        {({ onChange, ...input }) => (
          <TextInput {...input} maxLength={30} onChange={(text) => onChange(text.toUpperCase())} />
        )}
      </Field>
      <Field control={control} name="department" label="Кто проверяет заявки">
        {(input) => <SingleSelect {...input} options={departments} />}
      </Field>
    </EntryDialog>
  )
}

/** A copy of a product as another one of the type that is chosen. */
export function CopyProductDialog({
  product,
  onOpen,
  onClose,
}: {
  product: Product
  onOpen: (href: string) => void
  onClose: () => void
}) {
  const entry = useEntryForm<Values>({
    values: {
      lending: product.lending,
      typeCode: product.type.code,
      code: product.code,
      department: product.department,
      name: product.shown.content.names.staff,
    },
    issues: ({ typeCode }) => (typeCode === null ? [{ path: ['typeCode'], message: 'Выберите тип' }] : []),
    save: async ({ typeCode }) => {
      const params = { id: String(product.id), typeId: typeCode ?? '' }
      onOpen(productHref(await call(copyProduct, { params })))
    },
    saved: 'Копия создана: это черновик',
    onDone: onClose,
  })
  return (
    <EntryDialog
      title={`Копия: ${product.shown.content.names.staff}`}
      entry={entry}
      onClose={onClose}
      saveText="Скопировать"
    >
      <TypeField control={entry.form.control} label="Тип копии" />
      <p className="muted">
        Копия начинается с условий этого продукта. Названия можно изменить в черновике, код копии даёт банк.
      </p>
    </EntryDialog>
  )
}
