import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { Empty } from '#ui/empty.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './use-part.module.css'

const words = {
  options: { title: 'Опции продукта', none: 'Опций у продукта нет', path: 'option' },
  promotions: { title: 'Акции продукта', none: 'Акций у продукта нет', path: 'promotion' },
} as const

/** Options or promotions that go with the product: which ones is said by their own versions. */
export function AdditionsPart({ product, of }: { product: Product; of: keyof typeof words }) {
  const { title, none, path } = words[of]
  const list = product[of]
  return (
    <FormCard>
      <FormSection title={title} grid={false}>
        {list.length === 0 ? (
          <Empty
            title={none}
            text="С какими продуктами сочетается опция или акция, говорит её собственный выпуск."
          />
        ) : (
          <ul className={styles.links}>
            {list.map(({ id, name }) => (
              <li key={id}>
                <HrefLink href={`/${path}/${id}`}>{name}</HrefLink>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
    </FormCard>
  )
}
