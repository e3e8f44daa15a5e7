export function ServicePage() { return <h1>Service</h1> }
