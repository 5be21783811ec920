import { copyFileSync, linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Content, Image } from './follow.ts'

/** The same file once more; elsewhere than on its disk a copy of it. */
function lay(content: Content, target: string): void {
  if ('link' in content) return symlinkSync(content.link, target)
  try {
    linkSync(content.file, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(content.file, target)
  }
}

/** Lays the files of an image out in a folder: nothing above it belongs to the product. */
export function layOut(image: Image, into: string): void {
  const made = new Set<string>()
  const make = (folder: string) => {
    if (made.has(folder)) return
    mkdirSync(folder, { recursive: true })
    made.add(folder)
  }
  for (const folder of image.folders) make(join(into, folder))
  for (const [path, content] of image.files) {
    const target = join(into, path)
    make(dirname(target))
    lay(content, target)
  }
}

/** Every path below a folder: what a process has added or taken away shows. */
export const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
