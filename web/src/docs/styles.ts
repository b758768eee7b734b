/** The styles of components that only the reference uses. */
import '../shared/layout/styles.ts'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Burger.css'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/AppShell.css'
