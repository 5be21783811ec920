import { getQrImage, getQrPoster, type QrCode } from '@ipoteka-office/contract/qr/qr.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { download } from '#api/download.ts'
import { send } from '#api/send.ts'
import { Button } from '#ui/button.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './qr.module.css'

const picture = { format: 'svg' } as const

/** The picture of a code; the address of a file needs the token, so it is read like any other answer. */
function usePicture(id: number): { address: string | null; failed: boolean } {
  const answer = useQuery({
    queryKey: ['qr-picture', id],
    queryFn: async ({ signal }) => {
      const response = await send(getQrImage, { params: { id: String(id) }, query: picture }, { signal })
      return response.blob()
    },
  })
  const [address, setAddress] = useState<string | null>(null)
  const blob = answer.data
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return { address, failed: answer.isError }
}

/** The code itself, and its files. */
export function QrPicture({ code }: { code: QrCode }) {
  const { address, failed } = usePicture(code.id)
  const [busy, setBusy] = useState('')
  const params = { id: String(code.id) }
  const files = {
    PNG: () => download(getQrImage, { params, query: { format: 'png', size: 1_024 } }),
    SVG: () => download(getQrImage, { params, query: picture }),
    'Плакат PDF': () => download(getQrPoster, { params }),
  }
  const take = async (name: keyof typeof files) => {
    setBusy(name)
    await files[name]().catch(notifyFailure)
    setBusy('')
  }
  return (
    <div className={styles.picture}>
      {address === null ? (
        <div className={styles.placeholder}>{failed ? 'Картинка не загрузилась' : 'Загружается…'}</div>
      ) : (
        <img src={address} alt={`QR-код со ссылкой ${code.link}`} width={240} height={240} />
      )}
      <div className={styles.files}>
        {(Object.keys(files) as (keyof typeof files)[]).map((name) => (
          <Button key={name} loading={busy === name} onClick={() => void take(name)}>
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
