/** What the payment page needs besides what every page has. */
import '@mantine/core/styles/Checkbox.css'
