import { getPriceExample } from '@ipoteka-office/contract/products/pricing/price-example.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { OfferFigures } from '#widgets/price/offer-figures-part.tsx'
import { OtherInsurance } from '#widgets/price/other-insurance.tsx'
import { PriceSteps } from '#widgets/price/price-steps.tsx'
import styles from './catalogue.module.css'

function Example() {
  const { data, error, refetch } = useQuery(queryOnce(getPriceExample, {}))
  if (error) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows />
  const { offer, floor, control } = data
  return (
    <div className={styles.example}>
      <p>
        Зарплатный клиент покупает готовую квартиру за 10 млн ₽: берёт 7,5 млн ₽ на 20 лет, регистрирует
        сделку электронно и не страхует жизнь. Продукт и акция придуманы для примера, считает их та же
        функция, что и настоящие.
      </p>
      <PriceSteps offer={offer} />
      <ol>
        <li>Базовая ставка — ячейка матрицы продукта, в которую попадают взнос и срок.</li>
        <li>
          Скидки с выполненным условием вычитаются. Те, что не суммируются, соперничают: действует набор,
          который снимает больше всего. Здесь акция «Осень» выгоднее скидки зарплатного клиента.
        </li>
        <li>Надбавки действуют все: без личного страхования ставка выше.</li>
        <li>Скидки не ведут ниже предела продукта: {floor}.</li>
        <li>{control}.</li>
      </ol>
      <OfferFigures offer={offer} />
      <OtherInsurance offer={offer} />
      <p className="muted">
        Чего не знаем, то даёт промежуток: предложение называет, что его сузит. Принятая цена хранится с
        вопросом и выпусками и пересчитывается к тому же ответу.
      </p>
    </div>
  )
}

/** The worked example of a rate, computed by the server as every price is. */
export function ExampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Как считается ставка"
      size="wide"
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      <Example />
    </Dialog>
  )
}
