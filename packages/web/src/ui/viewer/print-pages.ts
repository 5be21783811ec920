/** Prints pictures, one on a page, without leaving the screen; resolves when the browser's window is closed. */
export async function printPictures(pictures: readonly Blob[], title: string): Promise<void> {
  const place = document.createElement('div')
  place.dataset.printed = ''
  const addresses = pictures.map((picture) => URL.createObjectURL(picture))
  const was = document.title
  try {
    const images = addresses.map((address) => {
      const image = new Image()
      image.src = address
      image.alt = ''
      return image
    })
    await Promise.all(images.map((image) => image.decode()))
    place.append(...images)
    document.body.append(place)
    // The browser offers the window's title as the name of a printed file.
    document.title = title
    window.print()
  } finally {
    document.title = was
    place.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}

/** A drawn page as a picture for the printer. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Страницу не удалось подготовить к печати'))),
      'image/jpeg',
      0.92,
    )
  })
}
