import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { MoonIcon, SunIcon } from './Icons.tsx'

/** Turned back to what the system prefers, the choice is forgotten and the page follows the system again. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const preferred = useColorScheme()
  const other = shown === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use ${other} colours`}
      title={`Use ${other} colours`}
      onClick={() => setColorScheme(other === preferred ? 'auto' : other)}
    >
      {shown === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  )
}
