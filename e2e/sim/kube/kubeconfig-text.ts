/** A kubeconfig for an API server that wants no credential. */
export function kubeconfigText(server: string): string {
  return `apiVersion: v1
kind: Config
current-context: sim
contexts:
  - name: sim
    context: { cluster: sim, user: sim }
clusters:
  - name: sim
    cluster: { server: "${server}" }
users:
  - name: sim
    user: {}
`;
}
