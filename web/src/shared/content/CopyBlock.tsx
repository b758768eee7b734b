/** A block of code on a page that has a catalogue. */
import type { ComponentProps } from 'react'
import { texts } from '../texts/texts.ts'
import { CodeBlock } from './CodeBlock.tsx'

export const CopyBlock = (props: ComponentProps<typeof CodeBlock>) => <CodeBlock said={texts.shared} {...props} />
